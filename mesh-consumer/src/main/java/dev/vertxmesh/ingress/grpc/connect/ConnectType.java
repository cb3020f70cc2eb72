package dev.vertxmesh.ingress.grpc.connect;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a body of Connect is written, as its content type says: {@code application/proto} is one
 * message, {@code application/connect+proto} a stream of them.
 *
 * @param codec what the messages are written in
 */
public record ConnectType(boolean isStream, String codec) {

  public static final String JSON = "json";

  /** What {@link #isKnown} is true of, as {@code accept-post} has it. */
  public static final String KNOWN =
      "application/proto, application/json, application/connect+proto, application/connect+json";

  private static final Pattern NEVER = Pattern.compile("0(\\.0*)?");

  private static final String PROTO = "proto";
  private static final String APPLICATION = "application/";
  private static final String STREAM = "connect+";

  /**
   * Whether it's one that no other protocol has. For nearly all that are another's it makes
   * nothing.
   */
  public static boolean isConnects(String contentType) {
    if (contentType == null || isAnothers(contentType)) {
      return false;
    }
    ConnectType type = of(contentType);
    return type != null && type.isConnects();
  }

  /**
   * By the first letter that names it: all of Connect's own begin with that of proto or connect.
   */
  private static boolean isAnothers(String contentType) {
    int at = APPLICATION.length();
    return contentType.length() > at
        && contentType.regionMatches(true, 0, APPLICATION, 0, at)
        && "pPcC".indexOf(contentType.charAt(at)) < 0;
  }

  /** Null if it's none. */
  public static ConnectType of(String contentType) {
    if (contentType == null) {
      return null;
    }
    int parameters = contentType.indexOf(';');
    String whole = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String type = whole.strip().toLowerCase(Locale.ROOT);
    if (!type.startsWith(APPLICATION)) {
      return null;
    }
    String rest = type.substring(APPLICATION.length());
    return rest.startsWith(STREAM)
        ? new ConnectType(true, rest.substring(STREAM.length()))
        : new ConnectType(false, rest);
  }

  /** Whether no other protocol has it. */
  public boolean isConnects() {
    return isStream || codec.equals(PROTO);
  }

  /** Whether such messages can go on. */
  public boolean isKnown() {
    return codec.equals(PROTO) || codec.equals(JSON);
  }

  public String contentType() {
    return APPLICATION + (isStream ? STREAM : "") + codec;
  }

  /** What gRPC calls it. */
  public String ofGrpc() {
    return "application/grpc+" + codec;
  }

  /** The header that says how messages are compressed. */
  public String encodingHeader() {
    return isStream ? "connect-content-encoding" : "content-encoding";
  }

  /** The header that says how the other side may compress its own. */
  public String acceptHeader() {
    return isStream ? "connect-accept-encoding" : "accept-encoding";
  }

  /**
   * What the other side may use, by name alone: {@code gzip;q=1.0, br} is {@code gzip,br}. What it
   * says no to with {@code q=0} is no name of it.
   */
  public static String accepted(String header) {
    return Stream.of(header.split(","))
        .map(one -> one.strip().split(" *; *q=", 2))
        .filter(one -> one.length == 1 || !NEVER.matcher(one[1]).matches())
        .map(one -> one[0].strip())
        .filter(name -> !name.isEmpty() && !name.equals("*"))
        .collect(Collectors.joining(","));
  }

  /** Whether a header isn't the method's, but says how a call or an answer is put. */
  public static boolean isOfTheProtocol(String name) {
    return name.startsWith("grpc-")
        || name.startsWith("connect-")
        || name.equals("content-type")
        || name.equals("content-encoding")
        || name.equals("accept-encoding");
  }
}
