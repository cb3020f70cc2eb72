package dev.vertxmesh.discovery.follow;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.application.MetadataAddress;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.follow.MetadataMessages.MetadataInfoV2;
import dev.vertxmesh.discovery.follow.MetadataMessages.MetadataRequest;
import dev.vertxmesh.discovery.follow.MetadataMessages.ServiceInfoV2;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.exchange.UnaryCall;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What an instance is asked to tell what it serves, and its answer as JSON: by Dubbo's protocol a
 * class is answered, by Triple a message of protobuf.
 */
record MetadataQuestion(MetadataAddress where, String revision) {

  private static final String TRIPLE = "tri";
  private static final long PATIENCE_MILLIS = 3_000;

  /** The protocol's name as back ends have it. */
  String backend() {
    return where.protocol().equals(TRIPLE) ? "grpc" : where.protocol();
  }

  Future<String> by(Caller provider) {
    return where.protocol().equals(TRIPLE) ? byTriple(provider) : byDubbo(provider);
  }

  private Future<String> byDubbo(Caller provider) {
    ByteBuf arguments =
        Unpooled.copiedBuffer(new JsonArray().add(revision).encode(), StandardCharsets.UTF_8);
    Target target = new Target(where.service(), "getMetadataInfo", "Ljava/lang/String;");
    return provider
        .call(new Call(target, Encoding.JSON, arguments, Map.of(), deadline()))
        .map(this::text);
  }

  private String text(Reply reply) {
    String text = reply.payload().toString(StandardCharsets.UTF_8);
    reply.payload().release();
    if (reply.status() != Status.OK) {
      throw new RegistryFailure(address() + " threw instead of saying what it serves", null);
    }
    return text;
  }

  private Future<String> byTriple(Caller provider) {
    byte[] request = MetadataRequest.newBuilder().setRevision(revision).build().toByteArray();
    Target target = new Target(where.service(), "GetMetadataInfo", "");
    return new UnaryCall(target, Map.of(), request, deadline(), MetadataInfo.LARGEST, address())
        .make(provider)
        .map(this::json);
  }

  private String json(UnaryAnswer answer) {
    if (answer.message() == null) {
      throw new RegistryFailure(address() + " answers with " + answer.status(), null);
    }
    try {
      MetadataInfoV2 info = MetadataInfoV2.parseFrom(answer.message());
      JsonObject services = new JsonObject();
      info.getServicesMap().forEach((key, service) -> services.put(key, json(service)));
      return new JsonObject().put("revision", info.getVersion()).put("services", services).encode();
    } catch (InvalidProtocolBufferException e) {
      throw new RegistryFailure(address() + " answers with something else than its metadata", e);
    }
  }

  private static JsonObject json(ServiceInfoV2 service) {
    JsonObject params = new JsonObject();
    service.getParamsMap().forEach(params::put);
    return new JsonObject()
        .put("name", service.getName())
        .put("group", service.getGroup())
        .put("version", service.getVersion())
        .put("protocol", service.getProtocol())
        .put("port", service.getPort())
        .put("path", service.getPath())
        .put("params", params);
  }

  private static Deadline deadline() {
    return Deadline.after(PATIENCE_MILLIS, System.nanoTime());
  }

  private String address() {
    return where.protocol() + " " + where.address();
  }
}
