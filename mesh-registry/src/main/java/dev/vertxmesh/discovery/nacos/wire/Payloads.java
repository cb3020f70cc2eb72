package dev.vertxmesh.discovery.nacos.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.SafeText;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Json;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Metadata;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** JSON in Nacos' envelope, and out of it. */
final class Payloads {

  /** Bytes of a message: some 3,000 instances of one service. */
  static final int LARGEST = 2 << 20;

  /** Values in one: each takes 50 to 100 bytes of heap, however short it's written. */
  static final int MOST_VALUES = 200_000;

  private static final int SUCCESS = 200;

  private Payloads() {}

  /**
   * @param type the simple name of Nacos' own class
   */
  static Payload of(String type, Map<String, String> headers, String clientIp, JsonObject body) {
    return Payload.newBuilder()
        .setMetadata(
            Metadata.newBuilder().setType(type).putAllHeaders(headers).setClientIp(clientIp))
        .setBody(Json.newBuilder().setValue(ByteString.copyFromUtf8(body.encode())))
        .build();
  }

  static Payload parse(byte[] message) {
    try {
      return Payload.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new RegistryFailure("not one of Nacos' messages: " + e.getMessage(), e);
    }
  }

  static String type(Payload payload) {
    return payload.getMetadata().getType();
  }

  /**
   * @throws RegistryFailure if it's no JSON, or more than any is
   */
  static JsonObject body(Payload payload) {
    byte[] text = payload.getBody().getValue().toByteArray();
    if (values(text) > MOST_VALUES) {
      throw new RegistryFailure(
          SafeText.of(type(payload)) + " has more than " + MOST_VALUES + " values", null);
    }
    try {
      return text.length == 0 ? new JsonObject() : new JsonObject(Buffer.buffer(text));
    } catch (DecodeException | ClassCastException e) {
      throw new RegistryFailure(SafeText.of(type(payload)) + " isn't JSON", e);
    }
  }

  /** At most so many: what begins one stands in texts, too. */
  private static int values(byte[] text) {
    int values = 0;
    for (byte one : text) {
      if (one == ',' || one == '{' || one == '[') {
        values++;
      }
    }
    return values;
  }

  /**
   * @throws NacosFailure if the server didn't do what it was asked
   */
  static JsonObject success(String server, Payload payload) {
    JsonObject body = body(payload);
    int error = number(body, "errorCode", 0);
    if (number(body, "resultCode", SUCCESS) == SUCCESS && error == 0) {
      return body;
    }
    Object said = body.getValue("message");
    String message = said == null ? "error " + error : SafeText.of(String.valueOf(said));
    throw new NacosFailure(server + ": " + message, error);
  }

  private static int number(JsonObject body, String field, int absent) {
    return body.getValue(field) instanceof Number number ? number.intValue() : absent;
  }
}
