package dev.vertxmesh.access.token;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whose tokens count. Immutable but for the keys at URLs; may be asked on any thread. */
public final class TokenIssuers {

  /** None at all. */
  public static final TokenIssuers NONE = new TokenIssuers(Map.of());

  private record Known(TokenIssuer says, KeySource source) {}

  private final Map<String, Known> issuers;

  private TokenIssuers(Map<String, Known> issuers) {
    this.issuers = issuers;
  }

  /**
   * @throws IllegalArgumentException if keys that are given can't be used
   */
  public static TokenIssuers of(List<TokenIssuer> all, TokenKeys atUrls) {
    Map<String, Known> issuers = new TreeMap<>();
    for (TokenIssuer one : all) {
      KeySource source =
          one.url() == null ? KeySource.fixed(read(one)) : atUrls.at(one.url(), one.algorithms());
      if (issuers.put(one.issuer(), new Known(one, source)) != null) {
        throw new IllegalArgumentException("issuer %s is there twice".formatted(one.issuer()));
      }
      source.keys(); // fetches them before the first token comes
    }
    return all.isEmpty() ? NONE : new TokenIssuers(issuers);
  }

  /** One alone. */
  static TokenIssuers of(TokenIssuer issuer, KeySource keys) {
    return new TokenIssuers(Map.of(issuer.issuer(), new Known(issuer, keys)));
  }

  /** Makes sure that keys which are given can be used. */
  private static SigningKeys read(TokenIssuer issuer) {
    try {
      return SigningKeys.of(new JsonObject(issuer.keys()), issuer.algorithms());
    } catch (DecodeException e) {
      throw new IllegalArgumentException(
          "the keys of %s are no JSON".formatted(issuer.issuer()), e);
    }
  }

  public boolean isEmpty() {
    return issuers.isEmpty();
  }

  public int size() {
    return issuers.size();
  }

  /** What keeps keys at URLs from being known; empty if nothing does. */
  public String problem() {
    return issuers.values().stream()
        .map(one -> one.source().problem())
        .filter(problem -> !problem.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /**
   * Whom a token names. What it says is looked at at once, and its signature on a thread of
   * workers; fails with {@link TokenRefused}.
   */
  Future<TokenOwner> verify(Vertx vertx, String text, long nowSeconds) {
    ParsedToken token;
    Known issuer;
    TokenOwner owner;
    try {
      token = ParsedToken.of(text);
      issuer = issuers.get(token.issuer());
      if (issuer == null) {
        throw new TokenRefused("the token is of an issuer that isn't trusted here");
      } else if (!issuer.says().algorithms().contains(token.algorithm())) {
        throw new TokenRefused("the token's algorithm isn't accepted here");
      }
      owner = issuer.says().owner(token, nowSeconds);
    } catch (TokenRefused e) {
      return Future.failedFuture(e);
    }
    SigningKeys keys = issuer.source().keys();
    Future<SigningKeys> known =
        keys.has(token.keyId()) ? Future.succeededFuture(keys) : issuer.source().lookAgain();
    return known.compose(
        found ->
            verify(vertx, found, text, token)
                .recover(e -> verifyByNewer(vertx, issuer.source(), found, text, token, e))
                .map(owner));
  }

  private static Future<Void> verify(
      Vertx vertx, SigningKeys keys, String text, ParsedToken token) {
    return vertx.executeBlocking(
        () -> {
          keys.verify(text, token.keyId(), token.algorithm());
          return null;
        },
        false);
  }

  /** An issuer may have another key by the name of one that's known. */
  private static Future<Void> verifyByNewer(
      Vertx vertx,
      KeySource source,
      SigningKeys before,
      String text,
      ParsedToken token,
      Throwable refusal) {
    return source
        .lookAgain()
        .compose(
            found ->
                found == before ? Future.failedFuture(refusal) : verify(vertx, found, text, token));
  }

  /** Of which object the keys are that an issuer has now: another one means other keys. */
  Object generation() {
    return issuers.values().stream().map(one -> one.source().keys()).toList();
  }
}
