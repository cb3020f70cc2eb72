package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.AuthenticateRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.AuthenticateResponse;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicReference;

/** The token that etcd knows a user by; asked for once, and anew when it's refused. */
final class Credentials {

  /** Short: an etcd that has just started drops what it's asked before there is a leader. */
  private static final long DEADLINE_MILLIS = 1_000;

  private final Channel channel;
  private final String user;
  private final String password;
  private final AtomicReference<Future<String>> token = new AtomicReference<>();

  Credentials(Channel channel, String user, String password) {
    this.channel = channel;
    this.user = user;
    this.password = password;
  }

  static Credentials none() {
    return new Credentials(null, null, null);
  }

  /** Null where there is no user. */
  Future<String> token() {
    if (user == null) {
      return Future.succeededFuture(null);
    }
    Future<String> known = token.get();
    if (known != null && !known.failed()) {
      return known;
    }
    Promise<String> asked = Promise.promise();
    if (!token.compareAndSet(known, asked.future())) {
      return token(); // somebody else asks
    }
    authenticate().onComplete(asked);
    return asked.future();
  }

  /**
   * Whether it's worth to try once more, with a new token: it's asked for once, however many were
   * refused with the old one.
   */
  boolean renew(Throwable failure, Future<String> used) {
    if (user == null || !(failure instanceof EtcdFailure refused) || !refused.wantsToken()) {
      return false;
    }
    token.compareAndSet(used, null);
    return true;
  }

  private Future<String> authenticate() {
    AuthenticateRequest request =
        AuthenticateRequest.newBuilder().setName(user).setPassword(password).build();
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
