package dev.vertxmesh.access.token;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An issuer's key of a test's own, and the tokens that it signs. */
final class Signer {

  private final String algorithm;
  private final String id;
  private final KeyPair pair;

  Signer(String algorithm, String id) {
    this.algorithm = algorithm;
    this.id = id;
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(
              switch (algorithm.charAt(0)) {
                case 'R', 'P' -> "RSA";
                default -> algorithm.equals("EdDSA") ? "Ed25519" : "EC";
              });
      if (algorithm.startsWith("ES")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      } else if (!algorithm.equals("EdDSA")) {
        generator.initialize(2048);
      }
      pair = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static JsonObject set(Signer... signers) {
    JsonArray keys = new JsonArray();
    Arrays.stream(signers).forEach(signer -> keys.add(signer.jwk()));
    return new JsonObject().put("keys", keys);
  }

  JsonObject jwk() {
    JsonObject jwk = new JsonObject().put("kid", id).put("alg", algorithm);
    if (pair.getPublic() instanceof RSAPublicKey rsa) {
      return jwk.put("kty", "RSA")
          .put("n", number(rsa.getModulus(), 0))
          .put("e", number(rsa.getPublicExponent(), 0));
    } else if (pair.getPublic() instanceof ECPublicKey ec) {
      return jwk.put("kty", "EC")
          .put("crv", "P-256")
          .put("x", number(ec.getW().getAffineX(), 32))
          .put("y", number(ec.getW().getAffineY(), 32));
    }
    byte[] encoded = ((EdECPublicKey) pair.getPublic()).getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    return jwk.put("kty", "OKP").put("crv", "Ed25519").put("x", base64(point));
  }

  private static String number(BigInteger number, int length) {
    byte[] bytes = number.toByteArray();
    byte[] plain = bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    byte[] whole = new byte[Math.max(length, plain.length)];
    System.arraycopy(plain, 0, whole, whole.length - plain.length, plain.length);
    return base64(whole);
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  JsonObject header() {
    return new JsonObject().put("alg", algorithm).put("kid", id).put("typ", "JWT");
  }

  String sign(JsonObject claims) {
    return sign(header(), claims);
  }

  String sign(JsonObject header, JsonObject claims) {
    String text = text(header, claims);
    try {
      return text + "." + base64(signature(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String text(JsonObject header, JsonObject claims) {
    return base64(header.toBuffer().getBytes()) + "." + base64(claims.toBuffer().getBytes());
  }

  private byte[] signature(byte[] text) throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (algorithm) {
              case "ES256" -> "SHA256withECDSAinP1363Format";
              case "EdDSA" -> "Ed25519";
              case "PS256" -> "RSASSA-PSS";
              default -> "SHA256withRSA";
            });
    if (algorithm.equals("PS256")) {
      signature.setParameter(
          new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
    }
    signature.initSign(pair.getPrivate());
    signature.update(text);
    return signature.sign();
  }

  /** Signed with the public key, which everybody has, as if it were a secret. */
  String signWithThePublicKey(JsonObject claims) {
    String text = text(header().put("alg", "HS256"), claims);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(pair.getPublic().getEncoded(), "HmacSHA256"));
      return text + "." + base64(mac.doFinal(text.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
