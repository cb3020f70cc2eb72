package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicReference;

/** The token that etcd knows a user by; asked for once, and anew when it's refused. */
final class Credentials {

  /** Short: an etcd that has just started drops what it's asked before there is a leader. */
  private static final long DEADLINE_MILLIS = 1_000;

  // AuthenticateRequest and AuthenticateResponse
  private static final int NAME = 1;
  private static final int PASSWORD = 2;
  private static final int TOKEN = 2;

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
    ProtoFields.Writer request = new ProtoFields.Writer().text(NAME, user).text(PASSWORD, password);
    return channel
        .attempt(Channel.Method.AUTHENTICATE, request, DEADLINE_MILLIS, null)
        .map(
            answer -> {
              String[] found = new String[1];
              ProtoFields.read(
                  answer,
                  new ProtoFields.Fields() {
                    @Override
                    public void bytes(int field, ByteString value) {
                      if (field == TOKEN) {
                        found[0] = value.toStringUtf8();
                      }
                    }
                  });
              return found[0];
            });
  }
}
