package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.protobuf.util.JsonFormat.TypeRegistry;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.StatusDetails;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.Map;

/**
 * A status that isn't OK as the JSON of an exception: {@code class} is the status's name, and then
 * there are {@code message}, {@code code}, and where the server tells them {@code details} and
 * {@code metadata}.
 */
final class GrpcError {

  private GrpcError() {}

  static JsonObject toJson(UnaryAnswer answer, TypeRegistry types) {
    GrpcStatus status = answer.status();
    JsonObject json =
        new JsonObject()
            .put("class", status.name())
            .put("message", GrpcMetadata.message(answer.trailers()))
            .put("code", status.code());
    String details = answer.trailers().get(StatusDetails.TRAILER);
    if (details != null) {
      json.put("details", details(details, types));
    }
    Map<String, String> metadata = GrpcMetadata.forCaller(answer.metadata(), answer.trailers());
    if (!metadata.isEmpty()) {
      JsonObject all = new JsonObject();
      metadata.forEach(all::put);
      json.put("metadata", all);
    }
    return json;
  }

  /** What can't be read isn't left out: it's there as it came. */
  private static Object details(String base64, TypeRegistry types) {
    try {
      JsonArray details = new JsonArray();
      StatusDetails.of(base64).forEach(any -> details.add(detail(any, types)));
      return details;
    } catch (IllegalArgumentException e) {
      return base64;
    }
  }

  private static JsonObject detail(Any any, TypeRegistry types) {
    try {
      return new JsonObject(JsonFormat.printer().usingTypeRegistry(types).print(any));
    } catch (InvalidProtocolBufferException e) { // of a type that nobody here knows
      return new JsonObject()
          .put("@type", any.getTypeUrl())
          .put("value", Base64.getEncoder().encodeToString(any.getValue().toByteArray()));
    }
  }
}
