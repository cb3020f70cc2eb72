package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.DescriptorProtos.MethodOptions.IdempotencyLevel;
import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpchttp.Metadata;
import io.vertx.core.Future;
import java.util.Map;

/**
 * A call in gRPC that can't be passed on before its method is known: its messages are JSON, or it
 * came by a GET, which methods with side effects don't take.
 */
final class DescribedCall {

  private static final String JSON = "application/grpc+json";

  private final Call call;
  private final JsonCaller caller;
  private final String service;
  private final boolean isConnect;

  DescribedCall(Call call, JsonCaller caller) {
    this.call = call;
    this.caller = caller;
    this.service = call.target().service().interfaceName();
    this.isConnect = call.attachments().containsKey(Metadata.CONNECT_VERSION);
  }

  /** A call of the server's reflection isn't: its method is another service's. */
  static boolean isOne(Call call) {
    Map<String, String> metadata = call.attachments();
    return (isJson(metadata) || metadata.containsKey(Metadata.CONNECT_METHOD))
        && call.target().method().indexOf('/') < 0;
  }

  private static boolean isJson(Map<String, String> metadata) {
    return JSON.equals(metadata.get(Metadata.CONTENT_TYPE));
  }

  Future<Reply> begin() {
    return caller
        .schemas()
        .of(service)
        .compose(this::find)
        .transform(found -> found.succeeded() ? pass(found.result()) : withoutSchema(found.cause()))
        .recover(e -> Future.failedFuture(CallFailure.of(e, caller.where())));
  }

  private record Found(Schema schema, MethodDescriptor method) {}

  private Future<Found> find(Schema schema) {
    MethodDescriptor method = schema.method(service, call.target().method());
    if (method != null) {
      return Future.succeededFuture(new Found(schema, method));
    }
    return caller.schemas().anew(service).compose(this::findAnew);
  }

  private Future<Found> findAnew(Schema schema) {
    MethodDescriptor method = schema.method(service, call.target().method());
    return method == null
        ? Future.failedFuture(
            failure(
                Status.NO_METHOD,
                "%s has no method %s, there are: %s"
                    .formatted(service, call.target().method(), schema.methods(service))))
        : Future.succeededFuture(new Found(schema, method));
  }

  /** A gRPC client that writes JSON may have a server that reads it. */
  private Future<Reply> withoutSchema(Throwable error) {
    CallFailure failure = CallFailure.of(error, caller.where());
    boolean mayPass = !isConnect && failure.status() == Status.BAD_REQUEST && !call.isCancelled();
    return mayPass ? caller.grpc().call(call) : refuse(failure);
  }

  private Future<Reply> refuse(CallFailure failure) {
    call.payload().release();
    call.exchange().requests().handler(bytes -> {}).resume(); // what still comes is thrown away
    return Future.failedFuture(failure);
  }

  private Future<Reply> pass(Found found) {
    if (call.isCancelled()) {
      return refuse(failure(Status.CANCELLED, "the caller went away"));
    } else if (call.attachments().containsKey(Metadata.CONNECT_METHOD) && !isSafe(found.method())) {
      return refuse(
          failure(
              Status.BAD_REQUEST,
              "GET: %s may have side effects, as its .proto doesn't say idempotency_level ="
                      .formatted(call.target().method())
                  + " NO_SIDE_EFFECTS; expected POST"));
    }
    return isJson(call.attachments())
        ? new JsonExchange(call, caller, found.schema(), found.method()).begin()
        : caller.grpc().call(call);
  }

  private static boolean isSafe(MethodDescriptor method) {
    return method.getOptions().getIdempotencyLevel() == IdempotencyLevel.NO_SIDE_EFFECTS;
  }

  private CallFailure failure(Status status, String detail) {
    return new CallFailure(status, caller.where(), detail);
  }
}
