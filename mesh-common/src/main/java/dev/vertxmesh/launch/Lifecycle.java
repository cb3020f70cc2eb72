package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.admin.AdminView;
import dev.vertxmesh.launch.settings.Transport;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an agent stands between its start and its end, and what the admin port tells about that.
 * Thread-safe.
 */
final class Lifecycle implements AdminView {

  private static final Logger LOG = System.getLogger(Lifecycle.class.getName());

  private final Agent agent;
  private final AgentContext context;
  private final long startedAtMillis = System.currentTimeMillis();
  private volatile boolean started;
  private volatile Future<Void> drained;

  Lifecycle(Agent agent, AgentContext context) {
    this.agent = agent;
    this.context = context;
  }

  Future<Void> start() {
    return agent.start().onSuccess(nothing -> started = true);
  }

  @Override
  public List<String> notReady() {
    List<String> reasons = new ArrayList<>();
    if (drained != null) {
      reasons.add("draining");
    }
    if (!started) {
      reasons.add("starting");
    } else {
      reasons.addAll(agent.notReady());
    }
    return reasons;
  }

  @Override
  public Future<Void> refresh() {
    return started ? agent.refresh() : Future.succeededFuture();
  }

  @Override
  public String whereCallsGo() {
    return started ? agent.whereCallsGo() : "";
  }

  @Override
  public JsonObject topology() {
    List<String> notReady = notReady();
    JsonObject topology =
        new JsonObject()
            .put("agent", context.name())
            .put("version", context.version())
            .put("state", state(notReady))
            .put("notReady", new JsonArray(notReady))
            .put("startedAt", startedAtMillis)
            .put("transport", Transport.nameOf(context.vertx()))
            .put("eventLoops", context.common().eventLoops())
            .put("plugins", new JsonArray(context.common().plugins().described()))
            .put("registry", registry());
    return started ? topology.mergeIn(agent.topology()) : topology;
  }

  @Override
  public List<Adjustable> adjustables() {
    return agent.adjustables();
  }

  @Override
  public Future<Void> drain() {
    return drain(Duration.ofMillis(context.common().graceMillis()));
  }

  /**
   * Lingers and drains, once; asked again, it's the same drain. Never fails.
   *
   * @param grace how long it may take after the lingering
   */
  synchronized Future<Void> drain(Duration grace) {
    if (drained == null) {
      drained =
          started
              ? guarded("drain", lingered().compose(nothing -> drainNow(grace)))
              : Future.succeededFuture();
    }
    return drained;
  }

  private Future<Void> lingered() {
    long millis = context.common().lingerMillis();
    if (millis == 0) {
      return Future.succeededFuture();
    }
    LOG.log(Level.INFO, "taking calls for another {0} ms", String.valueOf(millis));
    agent.onLeaving();
    return context.vertx().timer(millis).mapEmpty();
  }

  private Future<Void> drainNow(Duration grace) {
    LOG.log(Level.INFO, "draining for at most {0} ms", String.valueOf(grace.toMillis()));
    return agent.drain(grace);
  }

  /** Ends the agent and takes out what it announced; never fails. */
  Future<Void> stop() {
    return guarded("stop", agent.stop())
        .compose(nothing -> guarded("close the registry", context.registry().close()));
  }

  private String state(List<String> notReady) {
    if (drained != null) {
      return "draining";
    }
    if (!started) {
      return "starting";
    }
    return notReady.isEmpty() ? "ready" : "not ready";
  }

  private JsonObject registry() {
    return new JsonObject()
        .put("url", context.registry().describe())
        .put("ageMillis", context.registry().ageMillis())
        .put("stale", context.registry().stale())
        .put("problem", context.registry().problem())
        .put("instances", context.registry().size())
        .put("malformed", context.registry().malformed());
  }

  private static Future<Void> guarded(String what, Future<Void> future) {
    return future.otherwise(
        e -> {
          LOG.log(Level.WARNING, "couldn''t {0}: {1}", what, e);
          return null;
        });
  }
}
