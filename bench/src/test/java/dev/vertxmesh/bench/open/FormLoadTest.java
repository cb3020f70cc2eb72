package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.vertxmesh.samples.contest.CallTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FormLoadTest {
  private static final int RATE = 100;
  private static final int MILLIS = 500;
  private static final int CALLS = RATE * MILLIS / 1000;

  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile int twist;
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
    try {
      mayAnswer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (cuts.getAndDecrement() > 0) {
      throw new IOException("which closes the connection");
    }
    int hash = form.substring(form.lastIndexOf('=') + 1).hashCode();
    byte[] body = String.valueOf(hash ^ twist).getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** A load that waits for an answer before the next call begins would hide the wait. */
  @Test
  void callsCountFromWhenTheyWereDueHoweverLongTheOneBeforeTakes() throws Exception {
    try (FormLoad load = new FormLoad(server.getAddress().getPort(), 1)) {
      Future<CallTimes> turn = threads.submit(() -> load.open(RATE, MILLIS));
      await().until(() -> load.waiting() == CALLS - 1);
      long answeredFrom = System.nanoTime();
      mayAnswer.countDown();
      CallTimes times = turn.get();
      assertThat(times.firstError()).isEmpty();
      assertThat(times.count()).isEqualTo(CALLS);
      for (int i = 0; i < CALLS; i++) {
        assertThat(times.due(i) + times.took(i)).isGreaterThanOrEqualTo(answeredFrom);
      }
    }
  }

  @Test
  void callsThatWaitGoOnWhenTheOnlyConnectionHasClosed() throws Exception {
    cuts.set(1);
    try (FormLoad load = new FormLoad(server.getAddress().getPort(), 1)) {
      Future<CallTimes> turn = threads.submit(() -> load.open(RATE, MILLIS));
      await().until(() -> load.waiting() == CALLS - 1);
      mayAnswer.countDown();
      assertThat(turn.get().count()).isEqualTo(CALLS - 1);
      assertThat(turn.get().firstError()).isEqualTo("the agent closed a connection");
    }
  }

  @Test
  void aWrongAnswerIsAnErrorAndTheLoadGoesOn() throws Exception {
    twist = 1;
    mayAnswer.countDown();
    try (FormLoad load = new FormLoad(server.getAddress().getPort(), 2)) {
      CallTimes times = load.open(RATE, MILLIS);
      assertThat(times.count()).isZero();
      assertThat(times.errors()).isEqualTo(CALLS);
      assertThat(times.firstError()).startsWith("HTTP/1.1 200 OK");
    }
  }

  @Test
  void aClosedLoopEndsWithItsLastAnswer() throws Exception {
    mayAnswer.countDown();
    try (FormLoad load = new FormLoad(server.getAddress().getPort(), 2)) {
      assertThat(load.closed(2, 1).errors()).isZero();
      assertThat(load.closed(2, MILLIS).count()).isPositive();
    }
  }
}
