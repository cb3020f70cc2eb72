package dev.vertxmesh.ingress.http;

import dev.vertxmesh.http2.Abandon;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Set;

/**
 * Answers that are written whole and haven't gone out. Whose client doesn't take its answer for an
 * interval, or up to two, is left. All have one timer, as they are many and nearly all go out at
 * once. Belongs to one event loop.
 */
final class Unsent {

  private final Vertx vertx;
  private final long interval;
  private Set<HttpServerRequest> young = new HashSet<>();
  private Set<HttpServerRequest> old = new HashSet<>();
  private boolean watching;

  /**
   * @param interval milliseconds
   */
  Unsent(Vertx vertx, long interval) {
    this.vertx = vertx;
    this.interval = interval;
  }

  /**
   * @param sent completes when the request's answer has gone out, or can't any more
   */
  void add(HttpServerRequest request, Future<Void> sent) {
    if (sent.isComplete()) {
      return;
    }
    young.add(request);
    sent.onComplete(done -> remove(request));
    if (!watching) {
      watching = true;
      vertx.setPeriodic(interval, this::onInterval);
    }
  }

  private void remove(HttpServerRequest request) {
    if (!young.remove(request)) {
      old.remove(request);
    }
  }

  private void onInterval(long timer) {
    Set<HttpServerRequest> late = old;
    old = young;
    young = new HashSet<>();
    late.forEach(Abandon::answer);
    if (old.isEmpty()) {
      watching = false;
      vertx.cancelTimer(timer);
    }
  }
}
