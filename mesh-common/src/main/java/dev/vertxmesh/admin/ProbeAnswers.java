package dev.vertxmesh.admin;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What probes are told. */
final class ProbeAnswers {

  /** An agent that is drained is ended soon; one that is left like that is forgotten. */
  private static final long LONGEST_DRAINED_SECONDS = 600;

  private final AdminView subject;
  private final Pulse pulse;

  ProbeAnswers(AdminView subject) {
    this.subject = subject;
    this.pulse = new Pulse(subject::refresh, System::nanoTime);
  }

  void live(HttpServerRequest request) {
    String problem = whyNotLive();
    JsonObject body = new JsonObject().put("live", problem == null);
    if (problem != null) {
      body.put("problem", problem);
    }
    AdminServer.json(request, problem == null ? 200 : 503, body);
  }

  /** What only an end of the process mends; null if there's nothing. */
  private String whyNotLive() {
    long stuck = pulse.stuckSeconds();
    if (stuck > 0) {
      return "an event loop has had no turn for " + stuck + " s";
    }
    long drained = subject.drainedSeconds();
    return drained < LONGEST_DRAINED_SECONDS
        ? null
        : "it has been drained for " + drained + " s, and hasn't ended; POST /undrain, or end it";
  }

  void ready(HttpServerRequest request) {
    readiness(request, 503);
  }

  /**
   * @param statusOtherwise where it isn't ready
   */
  void readiness(HttpServerRequest request, int statusOtherwise) {
    List<String> notReady = subject.notReady();
    boolean ready = notReady.isEmpty();
    JsonObject body =
        new JsonObject().put("ready", ready).put("notReady", new JsonArray(List.copyOf(notReady)));
    AdminServer.json(request, ready ? 200 : statusOtherwise, body);
  }
}
