package dev.vertxmesh.access.token;

import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * Whose tokens count, and for what.
 *
 * @param audience of which a token has to name one
 * @param keys a key set as JSON; null where {@code url} says where it is
 * @param url null where {@code keys} are given
 * @param algorithms of signatures; no symmetric ones, and not {@code none}
 * @param skewSeconds how much clocks may differ
 * @param nameClaim which says whom a token names
 * @param groupsClaim which says what groups that belongs to; null for none
 * @param prefix before names and groups, so that two issuers' don't mix; empty for none
 */
public record TokenIssuer(
    String issuer,
    Set<String> audience,
    String keys,
    URI url,
    List<String> algorithms,
    int skewSeconds,
    String nameClaim,
    String groupsClaim,
    String prefix) {

  /** Those that can be asked for, the first of them unless others are. */
  public static final List<String> ALGORITHMS =
      List.of(
          "RS256", "ES256", "EdDSA", "PS256", "RS384", "RS512", "PS384", "PS512", "ES384", "ES512");

  /** What a token says, held against it; the signature is somebody else's matter. */
  TokenOwner owner(ParsedToken token, long nowSeconds) {
    if (java.util.Collections.disjoint(token.audience(), audience)) {
      throw new TokenRefused("the token is for another audience");
    }
    Long until = token.time("exp");
    Long from = token.time("nbf");
    Long issued = token.time("iat");
    if (until == null) {
      throw new TokenRefused("the token never expires; expected exp");
    } else if (nowSeconds >= until + skewSeconds) {
      throw new TokenRefused("the token has expired", false);
    } else if (from != null && nowSeconds < from - skewSeconds
        || issued != null && nowSeconds < issued - skewSeconds) {
      throw new TokenRefused("the token isn't valid yet", false);
    }
    if (!(token.claims().getValue(nameClaim) instanceof String name) || name.isBlank()) {
      throw new TokenRefused("the token names nobody; expected " + nameClaim);
    }
    Set<String> groups = groupsClaim == null ? Set.of() : token.words(groupsClaim);
    return new TokenOwner(
        prefix + name,
        Set.copyOf(groups.stream().map(group -> prefix + group).toList()),
        until + skewSeconds);
  }
}
