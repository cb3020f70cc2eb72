package dev.vertxmesh.access.token;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An issuer's public keys (RFC 7517), each for one algorithm alone, which no token has a say in
 * (RFC 8725, 3.1). Symmetric ones are left out: what verifies by them could sign, too. Immutable.
 */
final class SigningKeys {

  /** None are known yet. */
  static final SigningKeys NONE = new SigningKeys(Map.of());

  private static final int MOST = 100;
  private static final Map<String, String> CURVES =
      Map.of("P-256", "ES256", "P-384", "ES384", "P-521", "ES512");

  private record Key(String algorithm, JWTAuth verifier) {}

  private final Map<String, Key> keys;

  private SigningKeys(Map<String, Key> keys) {
    this.keys = keys;
  }

  /**
   * Those of a key set that can be used; others are left out.
   *
   * @param algorithms that count, in the order of preference for keys that don't say theirs
   * @throws IllegalArgumentException if there's none
   */
  static SigningKeys of(JsonObject set, List<String> algorithms) {
    if (!(set.getValue("keys") instanceof JsonArray all) || all.size() > MOST) {
      throw new IllegalArgumentException("expected an object with at most 100 'keys'");
    }
    Map<String, Key> keys = new LinkedHashMap<>();
    for (Object each : all) {
      if (each instanceof JsonObject key && !"enc".equals(key.getValue("use"))) {
        String algorithm = algorithm(key, algorithms);
        String id = key.getValue("kid") instanceof String text ? text : "";
        if (algorithm != null) {
          keys.putIfAbsent(id, new Key(algorithm, verifier(publicOnly(key, algorithm))));
        }
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("no key is for one of the algorithms " + algorithms);
    }
    return new SigningKeys(new HashMap<>(keys));
  }

  /** The one algorithm that a key is for; null if it's for none of those that count. */
  private static String algorithm(JsonObject key, List<String> algorithms) {
    Object said = key.getValue("alg");
    return algorithms.stream()
        .filter(one -> fits(key, one) && (said == null || said.equals(one)))
        .findFirst()
        .orElse(null);
  }

  private static boolean fits(JsonObject key, String algorithm) {
    String type = String.valueOf(key.getValue("kty"));
    return switch (algorithm.substring(0, 2)) {
      case "RS", "PS" -> type.equals("RSA");
      case "ES" -> type.equals("EC") && algorithm.equals(CURVES.get("" + key.getValue("crv")));
      default -> type.equals("OKP") && "Ed25519".equals(key.getValue("crv"));
    };
  }

  private static JsonObject publicOnly(JsonObject key, String algorithm) {
    JsonObject known = new JsonObject().put("alg", algorithm);
    for (String field : Set.of("kty", "n", "e", "crv", "x", "y")) {
      if (key.containsKey(field)) {
        known.put(field, key.getValue(field));
      }
    }
    return known;
  }

  private static JWTAuth verifier(JsonObject key) {
    try {
      return JWTAuth.create(
          null,
          new JWTAuthOptions()
              .addJwk(key)
              .setJWTOptions(new JWTOptions().setIgnoreExpiration(true)));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("a key can't be read: " + e.getMessage(), e);
    }
  }

  int size() {
    return keys.size();
  }

  /**
   * Whether there's a key by this name.
   *
   * @param id null for the only one
   */
  boolean has(String id) {
    return key(id) != null;
  }

  private Key key(String id) {
    return id == null && keys.size() == 1 ? keys.values().iterator().next() : keys.get("" + id);
  }

  /**
   * Verifies a signature, which takes some CPU.
   *
   * @throws TokenRefused if it isn't right
   */
  void verify(String token, String id, String algorithm) {
    Key key = key(id);
    if (key == null) {
      throw new TokenRefused("the token is signed by a key that isn't known");
    } else if (!key.algorithm().equals(algorithm)) {
      throw new TokenRefused("the token is signed by another algorithm than its key is for");
    }
    Future<?> verified;
    try {
      verified = key.verifier().authenticate(new TokenCredentials(token));
    } catch (RuntimeException e) {
      throw new TokenRefused("the token's signature isn't right");
    }
    if (!verified.succeeded()) {
      throw new TokenRefused("the token's signature isn't right");
    }
  }
}
