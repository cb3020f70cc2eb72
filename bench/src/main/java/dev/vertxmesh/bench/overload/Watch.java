package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Child;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Looks at an agent's health and memory four times a second. */
final class Watch implements AutoCloseable {

  private static final long PERIOD_MILLIS = 250;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Child agent;
  private final HttpRequest health;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Thread thread = new Thread(this::look, "watch");
  private final double rssBefore;
  private volatile double rssPeak;
  private volatile int asked;
  private volatile int answered;
  private volatile double longestMillis;
  private volatile boolean closed;

  Watch(Child agent, int adminPort) {
    this.agent = agent;
    this.health =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/health/ready"))
            .timeout(PATIENCE)
            .build();
    this.rssBefore = agent.rssMiB();
    this.rssPeak = rssBefore;
    thread.setDaemon(true);
    thread.start();
  }

  boolean isReady() {
    try {
      return client.send(health, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void look() {
    while (!closed) {
      long begun = System.nanoTime();
      asked++;
      if (isReady()) {
        answered++;
        longestMillis = Math.max(longestMillis, (System.nanoTime() - begun) / 1e6);
      }
      rssPeak = Math.max(rssPeak, agent.rssMiB());
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  double rssBefore() {
    return rssBefore;
  }

  double rssPeak() {
    return rssPeak;
  }

  double rssNow() {
    return agent.rssMiB();
  }

  /** Answers with 200, of how many questions. */
  String health() {
    return answered + " of " + asked;
  }

  double longestMillis() {
    return longestMillis;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
