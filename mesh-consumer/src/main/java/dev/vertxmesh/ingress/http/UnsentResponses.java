package dev.vertxmesh.ingress.http;

import dev.vertxmesh.http2.ResponseAbort;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.HashSet;
import java.util.Set;

/**
 * Answers that are written whole and haven't gone out. Whose client doesn't take its answer for an
 * interval, or up to two, is left. All have one timer, as they are many and nearly all go out at
 * once. Where there's no memory for one, and no other is larger, it's left at once. Belongs to one
 * event loop.
 */
final class UnsentResponses {

  private final LookTimer looks;
  private Set<HttpServerRequest> young = new HashSet<>();
  private Set<HttpServerRequest> old = new HashSet<>();

  /**
   * @param interval milliseconds
   */
  UnsentResponses(Vertx vertx, long interval) {
    this.looks = new LookTimer(vertx, interval, System::nanoTime, this::onInterval);
  }

  /**
   * @param bytes that were written last
   * @param sent completes when the request's answer has gone out, or can't any more
   */
  void add(HttpServerRequest request, int bytes, Future<Void> sent) {
    if (sent.isComplete()) {
      return;
    }
    Reservation reservation = Reservations.ofHeap().add(() -> ResponseAbort.answer(request));
    young.add(request);
    sent.onComplete(
        done -> {
          reservation.close();
          remove(request);
        });
    // what HTTP/1.1's socket has is charged with its connection
    if (request.version() == HttpVersion.HTTP_2 && !reservation.hold(bytes)) {
      ResponseAbort.answer(request);
      return;
    }
    looks.start();
  }

  private void remove(HttpServerRequest request) {
    if (!young.remove(request)) {
      old.remove(request);
    }
  }

  private void onInterval() {
    Set<HttpServerRequest> late = old;
    old = young;
    young = new HashSet<>();
    late.forEach(ResponseAbort::answer);
    if (old.isEmpty()) {
      looks.stop();
    }
  }
}
