package dev.vertxmesh.bridge.grpc.json;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.grpc.StatusMessage;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Attachments of a call in JSON as gRPC's metadata, and back. */
final class GrpcMetadata {

  /** Of a call that is made here. */
  static final Map<String, String> OF_OUR_CALLS = Map.of("content-type", "application/grpc+proto");

  private static final Pattern NAME = Pattern.compile("[0-9a-z_.-]+");
  private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/,]*={0,2}");
  private static final String RESERVED = "grpc-";

  /** What belongs to a message's way and not to what it says. */
  private static final Set<String> HOP =
      Set.of("content-type", "content-length", "te", "connection", "host", "transfer-encoding");

  private GrpcMetadata() {}

  /**
   * @throws JsonMismatchException naming the attachment that can't be metadata
   */
  static Map<String, String> of(Map<String, String> attachments) {
    if (attachments.isEmpty()) {
      return OF_OUR_CALLS;
    }
    Map<String, String> metadata = new LinkedHashMap<>(OF_OUR_CALLS);
    attachments.forEach(
        (name, value) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          check(lower, name, value);
          metadata.put(lower, value);
        });
    return metadata;
  }

  private static void check(String lower, String name, String value) {
    if (name.startsWith(Call.JSON_ATTACHMENT)) {
      throw new JsonMismatchException(
          "attachment %s: expected a string, as gRPC's metadata are"
              .formatted(name.substring(Call.JSON_ATTACHMENT.length())));
    } else if (!NAME.matcher(lower).matches()
        || lower.startsWith(RESERVED)
        || HOP.contains(lower)) {
      throw new JsonMismatchException("attachment %s: no name of gRPC's metadata".formatted(name));
    } else if (lower.endsWith("-bin") && !BASE64.matcher(value).matches()) {
      throw new JsonMismatchException("attachment %s: expected base64".formatted(name));
    } else if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new JsonMismatchException("attachment %s: expected printable ASCII".formatted(name));
    }
  }

  /** What of an answer's metadata is for its caller. */
  static Map<String, String> forCaller(Map<String, String> headers, Map<String, String> trailers) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(trailers);
    all.keySet().removeIf(name -> name.startsWith(RESERVED) || HOP.contains(name));
    return all;
  }

  /** What a server says to its status; empty if it says nothing. */
  static String message(Map<String, String> trailers) {
    return StatusMessage.decode(trailers.getOrDefault("grpc-message", ""));
  }
}
