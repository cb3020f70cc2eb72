package dev.vertxmesh.access.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are right name somebody; those of RFC 8725's attacks, and others, nobody. */
class TokenAttacksTest {

  private static final Vertx vertx = Vertx.vertx();
  private static final long NOW = 1_800_000_000;
  private static final Signer RSA = new Signer("RS256", "r");
  private static final Signer STRANGER = new Signer("RS256", "r");
  private static final Signer EC = new Signer("ES256", "e");

  private final AtomicLong now = new AtomicLong(NOW);

  @AfterAll
  static void close() {
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }

  private static TokenIssuer issuer(JsonObject keys, String... algorithms) {
    return new TokenIssuer(
        "https://issuer",
        Set.of("mesh"),
        keys.encode(),
        null,
        List.of(algorithms),
        30,
        "sub",
        "groups",
        "");
  }

  private static JsonObject claims() {
    return new JsonObject()
        .put("iss", "https://issuer")
        .put("aud", "mesh")
        .put("sub", "ann")
        .put("groups", new JsonArray(List.of("admins")))
        .put("iat", NOW)
        .put("exp", NOW + 600);
  }

  private VerifiedTokens<TokenOwner> tokens() {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return new VerifiedTokens<>(vertx, now::get, sha256, owner -> owner);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As it's asked on an event loop. */
  private static Future<TokenOwner> ask(Supplier<Future<TokenOwner>> question) {
    Promise<TokenOwner> done = Promise.promise();
    vertx.runOnContext(v -> question.get().onComplete(done));
    done.future()
        .toCompletionStage()
        .toCompletableFuture()
        .exceptionally(refused -> null)
        .orTimeout(60, TimeUnit.SECONDS)
        .join();
    return done.future();
  }

  private String refusal(TokenIssuer issuer, String token) {
    TokenIssuers issuers = TokenIssuers.of(List.of(issuer), null);
    Future<TokenOwner> asked = ask(() -> tokens().of(issuers, token, true));
    assertThat(asked.cause())
        .as("who it names: " + asked.result())
        .isInstanceOf(TokenRefused.class);
    return asked.cause().getMessage();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS256", "PS256", "ES256", "EdDSA"})
  void aTokenThatIsRightNamesSomebody(String algorithm) {
    Signer signer = new Signer(algorithm, "k");
    TokenIssuers issuers = TokenIssuers.of(List.of(issuer(Signer.set(signer), algorithm)), null);
    String token = signer.sign(claims());
    TokenOwner owner = ask(() -> tokens().of(issuers, token, true)).result();
    assertThat(owner).isEqualTo(new TokenOwner("ann", Set.of("admins"), NOW + 630));
    String other = token.substring(0, token.length() - 6) + "AAAAAA";
    assertThat(ask(() -> tokens().of(issuers, other, true)).cause())
        .hasMessage("the token's signature isn't right");
  }

  static Stream<Arguments> attacks() {
    JsonObject none = new JsonObject().put("alg", "none").put("kid", "r");
    String right = RSA.sign(claims());
    String[] parts = right.split("\\.");
    String admin = Signer.base64(claims().put("sub", "root").toBuffer().getBytes());
    return Stream.of(
        // 2.1 weak signatures and insufficient validation, 3.1 and 3.2
        Arguments.of("no signature, alg none", Signer.text(none, claims()) + ".", "isn't a signed"),
        Arguments.of("alg none with one", Signer.text(none, claims()) + ".AA", "algorithm"),
        Arguments.of(
            "alg NoNe",
            Signer.text(new JsonObject().put("alg", "NoNe"), claims()) + ".AA",
            "algorithm"),
        Arguments.of("HS256 by the public key", RSA.signWithThePublicKey(claims()), "algorithm"),
        Arguments.of(
            "RSA's key for ES256", RSA.sign(RSA.header().put("alg", "ES256"), claims()), "another"),
        Arguments.of(
            "EC's key for RS256", RSA.sign(RSA.header().put("kid", "e"), claims()), "another"),
        Arguments.of("other claims", parts[0] + "." + admin + "." + parts[2], "signature"),
        Arguments.of("a stranger's key", STRANGER.sign(claims()), "signature"),
        Arguments.of(
            "ES256 of zeroes",
            Signer.text(EC.header(), claims()) + "." + Signer.base64(new byte[64]),
            "signature"),
        // 2.5 keys that the token names itself, 3.10
        Arguments.of(
            "jwk in the header",
            STRANGER.sign(STRANGER.header().put("jwk", STRANGER.jwk()), claims()),
            "a key of its own"),
        Arguments.of(
            "x5c in the header",
            STRANGER.sign(STRANGER.header().put("x5c", new JsonArray().add("AA==")), claims()),
            "a key of its own"),
        Arguments.of(
            "kid of a file",
            RSA.sign(RSA.header().put("kid", "../../dev/null"), claims()),
            "a key that isn't known"),
        Arguments.of(
            "jku of a stranger",
            STRANGER.sign(STRANGER.header().put("jku", "http://127.0.0.1:1/"), claims()),
            "signature"),
        // RFC 7515, 4.1.11
        Arguments.of(
            "crit", RSA.sign(RSA.header().put("crit", new JsonArray().add("x")), claims()), "ext"),
        Arguments.of("b64", RSA.sign(RSA.header().put("b64", false), claims()), "extensions"),
        // 2.7 and 2.8: tokens for others, 3.8, 3.9, 3.11, 3.12
        Arguments.of("another audience", RSA.sign(claims().put("aud", "shop")), "audience"),
        Arguments.of("no audience", RSA.sign(without("aud")), "audience"),
        Arguments.of(
            "another issuer",
            RSA.sign(claims().put("iss", "https://x")),
            "issuer that isn't trusted here"),
        Arguments.of("no issuer", RSA.sign(without("iss")), "issuer that isn't trusted here"),
        Arguments.of(
            "a logout token",
            RSA.sign(RSA.header().put("typ", "logout+jwt"), claims()),
            "isn't for calls"),
        Arguments.of("nobody's name", RSA.sign(claims().put("sub", "")), "names nobody"),
        Arguments.of("a name that is none", RSA.sign(claims().put("sub", 7)), "names nobody"),
        // times
        Arguments.of("no end", RSA.sign(without("exp")), "never expires"),
        Arguments.of(
            "an end that is text",
            RSA.sign(claims().put("exp", "x")),
            "the token's exp isn't a time, expected seconds since 1970"),
        Arguments.of(
            "an end beyond numbers",
            RSA.sign(claims().put("exp", 1e300)),
            "the token's exp isn't a time, expected seconds since 1970"),
        Arguments.of("over", RSA.sign(claims().put("exp", NOW - 30)), "has expired"),
        Arguments.of("not yet", RSA.sign(claims().put("nbf", NOW + 31)), "isn't valid yet"),
        Arguments.of("of tomorrow", RSA.sign(claims().put("iat", NOW + 86_400)), "valid yet"),
        // what comes from outside has a bound
        Arguments.of("too long", right + "A".repeat(ParsedToken.LONGEST), "longer than 8192"),
        Arguments.of("too many groups", RSA.sign(claims().put("groups", many())), "more than 256"),
        Arguments.of("no JSON", "e30x.e30x.AA", "isn't a signed"),
        Arguments.of("a list", Signer.base64("[]".getBytes()) + ".e30.AA", "isn't a signed"),
        Arguments.of("nothing", "", "isn't a signed"),
        Arguments.of("encrypted", "a.b.c.d.e", "isn't a signed"));
  }

  private static JsonObject without(String claim) {
    JsonObject claims = claims();
    claims.remove(claim);
    return claims;
  }

  private static JsonArray many() {
    return new JsonArray(IntStream.range(0, 257).mapToObj(i -> "g" + i).toList());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackNamesNobodyAndIsntRepeatedInTheAnswer(String what, String token, String words) {
    String said = refusal(issuer(Signer.set(RSA, EC), "RS256", "ES256"), token);
    assertThat(said).contains(words);
    assertThat(token.length() < 8 || !said.contains(token)).isTrue();
  }

  @Test
  void anAlgorithmThatIsntWantedDoesntCountThoughTheKeyIsKnown() {
    assertThat(refusal(issuer(Signer.set(RSA, EC), "ES256"), RSA.sign(claims())))
        .isEqualTo("the token's algorithm isn't accepted here");
  }

  @Test
  void aKeyOfTwoKindsOfAlgorithmsIsForOneOfThemAlone() {
    JsonObject silent = RSA.jwk();
    silent.remove("alg");
    JsonObject set = new JsonObject().put("keys", new JsonArray().add(silent));
    Signer pss = RSA;
    String other = pss.sign(pss.header().put("alg", "PS256"), claims());
    assertThat(refusal(issuer(set, "RS256", "PS256"), other))
        .isEqualTo("the token is signed by another algorithm than its key is for");
  }

  @Test
  void symmetricKeysAreNone() {
    JsonObject secret =
        new JsonObject().put("kty", "oct").put("k", "c2VjcmV0").put("kid", "s").put("alg", "HS256");
    JsonObject set = new JsonObject().put("keys", new JsonArray().add(secret));
    assertThatThrownBy(() -> TokenIssuers.of(List.of(issuer(set, "RS256")), null))
        .hasMessageContaining("no key is for one of the algorithms");
  }

  @Test
  void aTokenIsVerifiedOnceAndForgottenWhenItEndsOrOthersCount() {
    TokenIssuers issuers = TokenIssuers.of(List.of(issuer(Signer.set(RSA), "RS256")), null);
    VerifiedTokens<TokenOwner> tokens = tokens();
    String token = RSA.sign(claims());
    TokenOwner first = ask(() -> tokens.of(issuers, token, true)).result();
    assertThat(ask(() -> tokens.of(issuers, token, true)).result()).isSameAs(first);
    assertThat(tokens.size()).isEqualTo(1);

    now.set(NOW + 630);
    assertThat(ask(() -> tokens.of(issuers, token, true)).cause())
        .hasMessage("the token has expired");
    assertThat(tokens.size()).isZero();

    now.set(NOW);
    ask(() -> tokens.of(issuers, token, true));
    TokenIssuers others = TokenIssuers.of(List.of(issuer(Signer.set(STRANGER), "RS256")), null);
    assertThat(ask(() -> tokens.of(others, token, true)).cause())
        .hasMessage("the token's signature isn't right");
  }
}
