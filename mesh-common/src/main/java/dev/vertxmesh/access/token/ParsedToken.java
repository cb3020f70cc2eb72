package dev.vertxmesh.access.token;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A token's two objects, of which nobody has made sure yet (RFC 7515, 3.1). */
record ParsedToken(String text, JsonObject header, JsonObject claims) {

  /** A longer one isn't read. */
  static final int LONGEST = 8_192;

  private static final int PARTS = 3;
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");
  private static final int MOST_GROUPS = 256;

  static ParsedToken of(String text) {
    if (text.length() > LONGEST) {
      throw new TokenRefused("the token is longer than %d characters".formatted(LONGEST));
    }
    String[] parts = text.split("\\.", -1);
    if (parts.length != PARTS || parts[2].isEmpty()) {
      throw new TokenRefused("the token isn't a signed JWT");
    }
    ParsedToken parsed = new ParsedToken(text, object(parts[0]), object(parts[1]));
    parsed.checkHeader();
    return parsed;
  }

  private static JsonObject object(String part) {
    try {
      return new JsonObject(Buffer.buffer(Base64.getUrlDecoder().decode(part)));
    } catch (IllegalArgumentException | DecodeException | ClassCastException e) {
      throw new TokenRefused("the token isn't a signed JWT");
    }
  }

  private void checkHeader() {
    if (header.containsKey("crit") || header.containsKey("b64")) {
      throw new TokenRefused("the token asks for extensions, of which none is known");
    }
    for (String embedded : List.of("x5c", "jwk")) {
      if (header.containsKey(embedded)) {
        throw new TokenRefused("the token brings a key of its own");
      }
    }
    Object type = header.getValue("typ");
    if (type != null && !TYPES.contains(type.toString().toLowerCase(java.util.Locale.ROOT))) {
      throw new TokenRefused("the token is of a type that isn't for calls");
    }
  }

  /** Null if it says none. */
  String keyId() {
    return header.getValue("kid") instanceof String id ? id : null;
  }

  String algorithm() {
    return String.valueOf(header.getValue("alg"));
  }

  String issuer() {
    return claims.getValue("iss") instanceof String issuer ? issuer : "";
  }

  Set<String> audience() {
    return texts("aud");
  }

  /** Seconds since 1970; null if it doesn't say. */
  Long time(String claim) {
    Object value = claims.getValue(claim);
    if (value == null) {
      return null;
    }
    if (!(value instanceof Number number)
        || number.doubleValue() < 0
        || number.doubleValue() > 1e12) {
      throw new TokenRefused(
          "the token's %s isn't a time, expected seconds since 1970".formatted(claim));
    }
    return number.longValue();
  }

  /** A claim that is a text, or texts, or words in one text, as scopes are. */
  Set<String> words(String claim) {
    Set<String> words = new HashSet<>();
    texts(claim).forEach(text -> words.addAll(List.of(text.strip().split("\\s+"))));
    words.remove("");
    return words;
  }

  private Set<String> texts(String claim) {
    Object value = claims.getValue(claim);
    Set<String> texts = new HashSet<>();
    if (value instanceof String text) {
      texts.add(text);
    } else if (value instanceof JsonArray list) {
      if (list.size() > MOST_GROUPS) {
        throw new TokenRefused(
            "the token's %s has more than %d entries".formatted(claim, MOST_GROUPS));
      }
      list.stream().filter(String.class::isInstance).forEach(text -> texts.add((String) text));
    }
    return texts;
  }
}
