package dev.vertxmesh.ingress.grpc.connect;

import com.google.protobuf.Any;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.StatusDetails;
import dev.vertxmesh.grpc.StatusMessage;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a call has ended, in Connect's words.
 *
 * @param metadata of the trailers, without what says the status
 */
public record ConnectEnd(
    GrpcStatus status, String message, List<Any> details, Map<String, String> metadata) {

  private static final String STATUS = "grpc-status";
  private static final String MESSAGE = "grpc-message";
  private static final String TYPE_PREFIX = "type.googleapis.com/";
  private static final String BINARY = "-bin";

  /**
   * @param trailers of a gRPC call, {@code grpc-status} among them
   */
  public static ConnectEnd of(Map<String, String> trailers) {
    String message = trailers.get(MESSAGE);
    return new ConnectEnd(
        GrpcStatus.of(trailers.get(STATUS)),
        message == null ? "" : StatusMessage.decode(message),
        details(trailers.get(StatusDetails.TRAILER)),
        metadata(trailers));
  }

  /** Details that can't be read are none: the rest of the error is still told. */
  private static List<Any> details(String base64) {
    try {
      return base64 == null ? List.of() : StatusDetails.of(base64);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** The metadata of an answer's head or end, without what is gRPC's or says how it's written. */
  public static Map<String, String> metadata(Map<String, String> headers) {
    Map<String, String> metadata = new LinkedHashMap<>(headers);
    metadata.keySet().removeIf(ConnectType::isOfTheProtocol);
    return metadata;
  }

  public boolean isError() {
    return status != GrpcStatus.OK;
  }

  /** The error, as it's the body of a unary answer. */
  public JsonObject error() {
    JsonObject error = new JsonObject().put("code", ConnectCode.name(status));
    if (!message.isEmpty()) {
      error.put("message", message);
    }
    if (!details.isEmpty()) {
      error.put("details", new JsonArray(details.stream().map(ConnectEnd::detail).toList()));
    }
    return error;
  }

  private static JsonObject detail(Any any) {
    String url = any.getTypeUrl();
    return new JsonObject()
        .put("type", url.startsWith(TYPE_PREFIX) ? url.substring(TYPE_PREFIX.length()) : url)
        .put(
            "value",
            Base64.getEncoder().withoutPadding().encodeToString(any.getValue().toByteArray()));
  }

  /** The last message of a stream. */
  public JsonObject ofStream() {
    JsonObject end = new JsonObject();
    if (isError()) {
      end.put("error", error());
    }
    if (!metadata.isEmpty()) {
      JsonObject all = new JsonObject();
      metadata.forEach((name, value) -> all.put(name, values(name, value)));
      end.put("metadata", all);
    }
    return end;
  }

  private static JsonArray values(String name, String value) {
    return name.endsWith(BINARY)
        ? new JsonArray(List.of(value.split(" *, *")))
        : new JsonArray().add(value);
  }
}
