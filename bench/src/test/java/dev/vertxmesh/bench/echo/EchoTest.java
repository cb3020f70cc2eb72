package dev.vertxmesh.bench.echo;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Server;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EchoTest {

  private static final int NOBODYS_PORT = 1;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private interface Start<T> {
    T on(int port) throws Exception;
  }

  private record Started<T>(T server, int port) {}

  /** On a free port; on another if somebody has taken it meanwhile. */
  private static <T> Started<T> started(Start<T> start) throws Exception {
    for (int left = 10; ; left--) {
      int port = freePort();
      try {
        return new Started<>(start.on(port), port);
      } catch (Exception e) {
        if (left == 0 || !isTaken(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean isTaken(Throwable thrown) {
    return thrown != null && (thrown instanceof BindException || isTaken(thrown.getCause()));
  }

  /** So many calls, ten at a time. */
  private static EchoLoop called(int port, int calls) throws InterruptedException {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().directExecutor().build();
    try {
      EchoLoop loop = new EchoLoop(channel, new byte[] {1, 2, 3}, calls);
      loop.measure(true);
      loop.start(10);
      loop.awaitEnd();
      return loop;
    } finally {
      channel.shutdownNow().awaitTermination(100, TimeUnit.SECONDS);
    }
  }

  private static void isRight(Loop loop) {
    assertThat(loop.firstError()).isNull();
    assertThat(loop.errors()).isZero();
    assertThat(loop.answers()).isEqualTo(200);
    assertThat(loop.percentileMillis(0.99)).isPositive();
  }

  @Test
  void vertx_grpc_says_what_it_is_told() throws Exception {
    Started<Vertx> started = started(VertxServer::serve);
    try {
      isRight(called(started.port(), 200));
    } finally {
      started.server().close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Test
  void each_of_several_streams_says_all_that_it_is_told() throws Exception {
    Started<Vertx> started = started(VertxServer::serve);
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", started.port())
            .usePlaintext()
            .directExecutor()
            .build();
    try {
      StreamLoop loop = new StreamLoop(channel, new byte[] {1, 2, 3}, 4);
      loop.measure(true);
      loop.start(20);
      loop.stop();
      assertThat(loop.firstError()).isNull();
      assertThat(loop.answers()).isGreaterThanOrEqualTo(20);
    } finally {
      channel.shutdownNow().awaitTermination(100, TimeUnit.SECONDS);
      started.server().close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Test
  void grpc_java_does_with_either_executor() throws Exception {
    for (boolean direct : new boolean[] {false, true}) {
      Started<Server> started = started(port -> JavaServer.serve(port, direct));
      try {
        isRight(called(started.port(), 200));
      } finally {
        started.server().shutdownNow().awaitTermination(100, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void where_nobody_serves_every_call_is_an_error_and_no_more_are_begun() throws Exception {
    EchoLoop loop = called(NOBODYS_PORT, 20);

    assertThat(loop.answers()).isZero();
    assertThat(loop.errors()).isEqualTo(10);
    assertThat(loop.firstError()).contains("UNAVAILABLE");
  }
}
