package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.netty.buffer.ByteBuf;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** A call, as rules ask about it. Nothing is looked up before it's asked for. */
final class CallRequest implements RouteRequest {

  /** Arguments beyond this aren't read for a rule's sake, in bytes. */
  private static final int MOST_READ = 64 * 1024;

  private final Call call;
  private final RouteConsumer consumer;
  private JsonArray arguments;

  CallRequest(Call call, RouteConsumer consumer) {
    this.call = call;
    this.consumer = consumer;
  }

  @Override
  public String method() {
    return call.target().method();
  }

  @Override
  public String parameter(String name) {
    return switch (name) {
      case "host" -> consumer.hostOf(peer());
      case "application" ->
          call.attachments().getOrDefault("remote.application", consumer.application());
      case "interface" -> call.target().service().interfaceName();
      case "group" -> call.target().service().group();
      case "version" -> call.target().service().version();
      case "side" -> "consumer";
      default -> consumer.parameters().get(name);
    };
  }

  /** Null where nobody is there. */
  private String peer() {
    SocketAddress peer = call.record().origin() == null ? null : call.record().origin().peer();
    return peer == null ? null : peer.hostAddress();
  }

  /** Names that came as headers are in lower case, whatever a rule has them in. */
  @Override
  public String attachment(String name) {
    Map<String, String> attachments = call.attachments();
    String value = attachments.get(name);
    return value == null && !attachments.isEmpty()
        ? attachments.get(name.toLowerCase(Locale.ROOT))
        : value;
  }

  /** Of JSON, and of the form's only one; nobody reads others here. */
  @Override
  public String argument(int index) {
    ByteBuf payload = call.payload();
    if (payload.readableBytes() > MOST_READ) {
      return null;
    }
    if (call.encoding() == Encoding.TEXT) {
      return index == 0 ? payload.toString(StandardCharsets.UTF_8) : null;
    }
    if (call.encoding() != Encoding.JSON) {
      return null;
    }
    if (arguments == null) {
      arguments = read(payload.toString(StandardCharsets.UTF_8));
    }
    Object value = index < arguments.size() ? arguments.getValue(index) : null;
    return value == null ? null : value.toString();
  }

  private static JsonArray read(String json) {
    try {
      return new JsonArray(json);
    } catch (DecodeException | ClassCastException e) {
      return new JsonArray();
    }
  }
}
