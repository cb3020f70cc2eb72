package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.AuthenticateRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.AuthenticateResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The token that etcd knows a user by; asked for once, and anew when it's refused.
 *
 * <p>A login that etcd has refused isn't tried again for a while, and is as refused until then:
 * each costs etcd a tenth of a second of CPU, one after the other, and a few agents with a wrong
 * password would keep it from answering anybody.
 */
final class Credentials {

  /** After a login that was refused. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Short: an etcd that has just started drops what it's asked before there is a leader. */
  private static final long DEADLINE_MILLIS = 1_000;

  private final Supplier<Future<String>> login;
  private final LongSupplier nanoClock;
  private final AtomicReference<Future<String>> token = new AtomicReference<>();
  private volatile long refusedAt;

  /**
   * @param login asks etcd for a token; null where there is no user
   * @param nanoClock {@link System#nanoTime} outside of tests
   */
  Credentials(Supplier<Future<String>> login, LongSupplier nanoClock) {
    this.login = login;
    this.nanoClock = nanoClock;
  }

  static Credentials of(Channel channel, String user, String password) {
    AuthenticateRequest request =
        AuthenticateRequest.newBuilder().setName(user).setPassword(password).build();
    return new Credentials(() -> authenticate(channel, request), System::nanoTime);
  }

  static Credentials none() {
    return new Credentials(null, null);
  }

  /** Null where there is no user. */
  Future<String> token() {
    if (login == null) {
      return Future.succeededFuture(null);
    }
    Future<String> known = token.get();
    if (known != null && (!known.failed() || isJustRefused(known.cause()))) {
      return known;
    }
    Promise<String> asked = Promise.promise();
    if (!token.compareAndSet(known, asked.future())) {
      return token(); // somebody else asks
    }
    login
        .get()
        .onFailure(e -> refusedAt = nanoClock.getAsLong()) // before anybody hears of it
        .onComplete(asked);
    return asked.future();
  }

  private boolean isJustRefused(Throwable cause) {
    return cause instanceof EtcdFailure failure
        && !failure.isOfThisServer()
        && nanoClock.getAsLong() - refusedAt < PAUSE_NANOS;
  }

  /**
   * Whether it's worth to try once more, with a new token: it's asked for once, however many were
   * refused with the old one.
   */
  boolean renew(Throwable failure, Future<String> used) {
    if (login == null || !(failure instanceof EtcdFailure refused) || !refused.wantsToken()) {
      return false;
    }
    token.compareAndSet(used, null);
    return true;
  }

  private static Future<String> authenticate(Channel channel, AuthenticateRequest request) {
    return channel
        .attempt(
            Channel.Method.AUTHENTICATE,
            request,
            AuthenticateResponse.parser(),
            DEADLINE_MILLIS,
            null)
        .map(AuthenticateResponse::getToken);
  }
}
