package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Certificates, a token, its issuer's key, and a file of access that asks for the token. */
final class SecuredFiles {
  private static final String ISSUER = "https://bench.example/";
  private static final String KEY_ID = "bench";
  private static final int COORDINATE_BYTES = 32; // P-256

  private static final String ACCESS =
      """
      access:
        jwt:
          - issuer: %s
            audience: [mesh]
            jwks: keys.json
            algorithms: [ES256]
        rules:
          - {who: ["token:bench"], services: ["*"], then: allow}
      """;

  private final Path folder;
  private final String token;

  private SecuredFiles(Path folder, String token) {
    this.folder = folder;
    this.token = token;
  }

  /** Writes all of them. */
  static SecuredFiles in(Path folder, Children children) throws IOException, InterruptedException {
    Path made = Files.createTempDirectory(folder, "secured").toAbsolutePath();
    children
        .start("certs", List.of("dist/bin/mesh-certs", made.toString(), "gateway", "provider"))
        .awaitSuccess(Commands.START_PATIENCE);
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      Files.writeString(made.resolve("keys.json"), jwks((ECPublicKey) keys.getPublic()));
      Files.writeString(made.resolve("access.yaml"), ACCESS.formatted(ISSUER));
      return new SecuredFiles(made, signed(keys));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("P-256 and ECDSA are in every JDK", e);
    }
  }

  private static String jwks(ECPublicKey key) {
    JsonObject jwk =
        new JsonObject()
            .put("kty", "EC")
            .put("crv", "P-256")
            .put("alg", "ES256")
            .put("kid", KEY_ID)
            .put("x", base64(coordinate(key.getW().getAffineX())))
            .put("y", base64(coordinate(key.getW().getAffineY())));
    return new JsonObject().put("keys", new JsonArray().add(jwk)).encode();
  }

  private static byte[] coordinate(BigInteger value) {
    byte[] bytes = value.toByteArray(); // may be shorter, or have a byte for the sign
    byte[] padded = new byte[COORDINATE_BYTES];
    int length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, padded, COORDINATE_BYTES - length, length);
    return padded;
  }

  private static String signed(KeyPair keys) throws GeneralSecurityException {
    Instant now = Instant.now();
    JsonObject head = new JsonObject().put("alg", "ES256").put("typ", "JWT").put("kid", KEY_ID);
    JsonObject claims =
        new JsonObject()
            .put("iss", ISSUER)
            .put("aud", "mesh")
            .put("sub", "bench")
            .put("iat", now.getEpochSecond())
            .put("exp", now.plus(Duration.ofHours(6)).getEpochSecond());
    String text = base64(head) + "." + base64(claims);
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initSign(keys.getPrivate());
    signature.update(text.getBytes(StandardCharsets.US_ASCII));
    return text + "." + base64(signature.sign());
  }

  private static String base64(JsonObject json) {
    return base64(json.encode().getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What wrk sends besides. */
  String header() {
    return "authorization: Bearer " + token;
  }

  /** Flags of links that are encrypted and mutual, for an agent and whom it expects. */
  List<String> links(String agent, String peer) {
    return Arrays.asList(
        "--link-tls-cert", file(agent + ".crt"),
        "--link-tls-key", file(agent + ".key"),
        "--link-tls-ca", file("ca.crt"),
        "--link-peer-san", "spiffe://mesh/" + peer);
  }

  /** Flags by which callers need the token. */
  List<String> access() {
    return List.of("--access", file("access.yaml"));
  }

  /** Flags by which the callers' port has TLS. */
  List<String> callers() {
    return List.of("--tls-cert", file("gateway.crt"), "--tls-key", file("gateway.key"));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }
}
