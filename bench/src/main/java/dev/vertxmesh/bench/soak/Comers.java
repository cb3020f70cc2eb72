package dev.vertxmesh.bench.soak;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.SplittableRandom;

/**
 * Callers that come, make some calls, and leave: well, by a reset, in the middle of a call, or of a
 * request's head. On the loop.
 *
 * <p>None leaves in the middle of a call to the kvstore: its Vert.x 5.0.7 may close the connection
 * over one call that is cancelled, and others' calls fail. Streams are cancelled instead, which
 * grpc-java serves.
 */
final class Comers {
  private static final long EVERY_MILLIS = 40;
  private static final int MOST_CALLS = 10;
  private static final int MOST_AT_A_TIME = 100;
  private static final Kind[] KINDS = {Kind.FORM, Kind.JSON, Kind.KV, Kind.DUBBO};
  private static final String HALF_A_HEAD = "POST / HTTP/1.1\r\nHost: soak\r\nContent-Le";

  private final Vertx vertx;
  private final Callers from;
  private final int port;
  private final Ledger ledger;
  private final SplittableRandom random;
  private final NetClient bare;
  private long timer;
  private long came;
  private int here;

  Comers(Vertx vertx, Callers from, int port, Ledger ledger, SplittableRandom random) {
    this.vertx = vertx;
    this.from = from;
    this.port = port;
    this.ledger = ledger;
    this.random = random;
    this.bare = vertx.createNetClient(new NetClientOptions().setSoLinger(0));
  }

  void start() {
    timer = vertx.setPeriodic(EVERY_MILLIS, id -> come());
  }

  void end() {
    vertx.cancelTimer(timer);
  }

  /** How many came. */
  long came() {
    return came;
  }

  /** How many haven't left yet. */
  int here() {
    return here;
  }

  private void come() {
    if (here >= MOST_AT_A_TIME) {
      return;
    }
    came++;
    here++;
    if (came % 10 == 0) {
      halfAHead();
      return;
    }
    Kind kind = KINDS[random.nextInt(KINDS.length)];
    boolean rude = random.nextBoolean();
    call(from.comer(kind, rude), kind, 1 + random.nextInt(MOST_CALLS), rude);
  }

  /** Nothing comes of it, so nothing counts. */
  private void halfAHead() {
    bare.connect(port, "127.0.0.1")
        .compose(socket -> socket.write(HALF_A_HEAD).compose(sent -> leave(socket)))
        .onComplete(left -> here--);
  }

  private static Future<Void> leave(NetSocket socket) {
    return socket.close();
  }

  private void call(Caller caller, Kind kind, int left, boolean rude) {
    long began = System.nanoTime();
    var answer = caller.call();
    if (left == 1 && rude && kind != Kind.KV) { // what comes of the call is nobody's affair
      vertx.setTimer(1, id -> leave(caller));
      return;
    }
    answer.onComplete(
        ended -> {
          ledger.ended(kind, began, ended.result());
          if (left == 1) {
            leave(caller);
          } else {
            call(caller, kind, left - 1, rude);
          }
        });
  }

  private void leave(Caller caller) {
    caller.close().onComplete(left -> here--);
  }
}
