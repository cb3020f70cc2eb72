package dev.vertxmesh.access.token;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Tokens that were found right, by their hashes, until they expire or the keys change. Of a token
 * that isn't known yet the signature is verified once, however many calls come with it. Belongs to
 * one event loop.
 *
 * @param <I> what is made of whom a token names
 */
public final class VerifiedTokens<I> {

  private static final int MOST = 4_096;
  private static final int MOST_PENDING = 256;

  private record Hash(long a, long b, long c, long d) {}

  private record Entry<I>(I identity, long until) {}

  private final Vertx vertx;
  private final LongSupplier secondsClock;
  private final MessageDigest sha256;
  private final Function<TokenOwner, I> identity;
  private final Map<Hash, Future<I>> pending = new HashMap<>();
  private final Map<Hash, Entry<I>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Hash, Entry<I>> eldest) {
          return size() > MOST;
        }
      };
  private TokenIssuers issuers = TokenIssuers.NONE;
  private Object generation;

  /**
   * @param secondsClock since 1970
   * @param identity makes what is kept of whom a token names
   */
  public VerifiedTokens(
      Vertx vertx,
      LongSupplier secondsClock,
      MessageDigest sha256,
      Function<TokenOwner, I> identity) {
    this.vertx = vertx;
    this.secondsClock = secondsClock;
    this.sha256 = sha256;
    this.identity = identity;
  }

  /**
   * Whom a token names, at once if that is known. Completes on the event loop that asks, and fails
   * with {@link TokenRefused} or what can't be taken as an identity.
   *
   * @param othersToo whether one that isn't known yet is verified
   * @return null for one that would have to be
   */
  public Future<I> of(TokenIssuers current, String token, boolean othersToo) {
    if (othersToo && token.length() > ParsedToken.LONGEST) {
      return Future.failedFuture(
          new TokenRefused(
              "the token is longer than %d characters".formatted(ParsedToken.LONGEST)));
    }
    forgetIfOthersCount(current);
    long now = secondsClock.getAsLong();
    Hash hash = hash(token);
    Entry<I> entry = known.get(hash);
    if (entry != null && now < entry.until()) {
      return Future.succeededFuture(entry.identity());
    }
    known.remove(hash);
    if (!othersToo) {
      return null;
    }
    Future<I> same = pending.get(hash);
    if (same != null) {
      return same;
    } else if (pending.size() >= MOST_PENDING) {
      return Future.failedFuture(new TokenRefused("too many tokens are being verified", false));
    }
    Future<TokenOwner> verified = current.verify(vertx, token, now);
    if (verified.isComplete()) {
      return verified.map(owner -> keep(current, hash, owner));
    }
    Promise<TokenOwner> here = Promise.promise();
    Context loop = vertx.getOrCreateContext();
    // keys at a URL come on the loop that has asked for them
    verified.onComplete(done -> loop.runOnContext(back -> here.handle(done)));
    Future<I> made = here.future().map(owner -> keep(current, hash, owner));
    pending.put(hash, made);
    made.onComplete(done -> pending.remove(hash));
    return made;
  }

  private I keep(TokenIssuers asked, Hash hash, TokenOwner owner) {
    I made = identity.apply(owner);
    if (asked == issuers) {
      known.put(hash, new Entry<>(made, owner.until()));
    }
    return made;
  }

  private void forgetIfOthersCount(TokenIssuers current) {
    Object now = current.generation();
    if (current != issuers || !now.equals(generation)) {
      issuers = current;
      generation = now;
      known.clear();
    }
  }

  private Hash hash(String token) {
    ByteBuffer bytes = ByteBuffer.wrap(sha256.digest(token.getBytes(StandardCharsets.UTF_8)));
    return new Hash(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
  }

  /** How many are known. */
  int size() {
    return known.size();
  }
}
