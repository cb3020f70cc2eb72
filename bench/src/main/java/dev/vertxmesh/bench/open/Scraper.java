package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Http;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Asks agents for their figures over and over, as Prometheus does, and notes when. */
final class Scraper implements AutoCloseable {
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "scraper");
            made.setDaemon(true);
            return made;
          });
  private final List<URI> metrics;
  private final Spans spans = new Spans();

  /**
   * Begins.
   *
   * @param periodMillis 0 for never
   */
  Scraper(List<URI> metrics, int periodMillis) {
    this.metrics = metrics;
    if (periodMillis > 0) {
      thread.scheduleAtFixedRate(this::scrape, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }
  }

  private void scrape() {
    long begun = System.nanoTime();
    metrics.forEach(Http::answers200);
    synchronized (spans) {
      spans.add(begun, System.nanoTime());
    }
  }

  /** When it asked so far. */
  Spans spans() {
    synchronized (spans) {
      return spans.copy();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
