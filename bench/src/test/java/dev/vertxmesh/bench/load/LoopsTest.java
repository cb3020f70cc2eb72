package dev.vertxmesh.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopsTest {
  private static final int IN_FLIGHT = 4;

  private final CheapPeers peers = new CheapPeers();
  private final Loops loops = new Loops();
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void end() {
    loops.close();
    peers.close();
    Loops.await(vertx.close());
  }

  @Test
  void dubboCallsAreAnsweredTurnAfterTurn() {
    ClosedLoop loop = loops.dubbo(peers.dubboPort(), IN_FLIGHT);
    answers(loop);
    answers(loop);
    loops.end(loop);
  }

  @Test
  void grpcCallsComeBackAsTheyWere() {
    ClosedLoop loop = loops.grpc(peers.grpcPort(), IN_FLIGHT);
    answers(loop);
    answers(loop);
    loops.end(loop);
  }

  @Test
  void formsAreAnsweredByTheStringsHash() {
    ClosedLoop loop = loops.form(http(String.valueOf(CheapPeers.ARGUMENT.hashCode())), IN_FLIGHT);
    answers(loop);
    loops.end(loop);
  }

  @Test
  void aWrongAnswerIsAnErrorAndBeginsNoOtherCall() {
    ClosedLoop loop = loops.json(http("42"), IN_FLIGHT);
    ClosedLoop.Seen seen = loops.turn(loop, 1);
    assertThat(seen.calls()).isZero();
    assertThat(seen.errors()).isEqualTo(IN_FLIGHT);
    assertThat(seen.firstError()).startsWith("200 ").endsWith("42");
    loops.end(loop);
  }

  @Test
  void idleConnectionsStayOpen() {
    AtomicInteger open = new AtomicInteger();
    HttpServer server =
        Loops.await(
            vertx
                .createHttpServer()
                .connectionHandler(
                    connection -> {
                      open.incrementAndGet();
                      connection.closeHandler(gone -> open.decrementAndGet());
                    })
                .requestHandler(request -> request.response().end("1"))
                .listen(0, "127.0.0.1"));
    loops.idle(server.actualPort(), 200);
    assertThat(open).hasValue(200);
  }

  private int http(String answer) {
    return Loops.await(
            vertx
                .createHttpServer()
                .requestHandler(request -> request.response().end(answer))
                .listen(0, "127.0.0.1"))
        .actualPort();
  }

  /** Each of those in flight at the beginning, at least. */
  private void answers(ClosedLoop loop) {
    ClosedLoop.Seen seen = loops.turn(loop, 1);
    assertThat(seen.errors()).as(seen.firstError()).isZero();
    assertThat(seen.calls()).isGreaterThanOrEqualTo(IN_FLIGHT);
  }
}
