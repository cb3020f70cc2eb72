package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.grpc.common.GrpcStatus;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EtcdLoginTest {

  private long nanos = Long.MAX_VALUE - 1; // a clock may turn over
  private int logins;
  private Future<String> answer;
  private final Credentials credentials =
      new Credentials(
          () -> {
            logins++;
            return answer;
          },
          () -> nanos);

  private static Future<String> failed(GrpcStatus status) {
    return Future.failedFuture(new EtcdFailure("h:1", status, "no"));
  }

  @Test
  void aRefusedLoginIsTriedAgainFiveSecondsLaterAndNotBefore() {
    answer = failed(GrpcStatus.INVALID_ARGUMENT);
    Throwable refusal = credentials.token().cause();
    nanos += TimeUnit.MILLISECONDS.toNanos(4_999);
    assertThat(credentials.token().cause()).isSameAs(refusal);
    assertThat(logins).isEqualTo(1);
    answer = Future.succeededFuture("token");
    nanos += TimeUnit.MILLISECONDS.toNanos(1);
    assertThat(credentials.token().result()).isEqualTo("token");
    assertThat(credentials.token().result()).isEqualTo("token");
    assertThat(logins).isEqualTo(2);
  }

  @Test
  void aLoginThatNobodyAnsweredIsTriedAgainAtOnce() {
    answer = failed(GrpcStatus.DEADLINE_EXCEEDED);
    assertThat(credentials.token().failed()).isTrue();
    answer = Future.succeededFuture("token");
    assertThat(credentials.token().result()).isEqualTo("token");
  }

  @Test
  void aTokenThatEtcdHasForgottenIsAskedForAnew() {
    answer = Future.succeededFuture("first");
    Future<String> first = credentials.token();
    answer = Future.succeededFuture("second");
    EtcdFailure forgotten = new EtcdFailure("h:1", GrpcStatus.UNAUTHENTICATED, "no");
    assertThat(credentials.renew(forgotten, first)).isTrue();
    assertThat(credentials.token().result()).isEqualTo("second");
  }
}
