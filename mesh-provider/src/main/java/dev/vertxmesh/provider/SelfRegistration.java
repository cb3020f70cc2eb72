package dev.vertxmesh.provider;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.Announcer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;

/**
 * What this agent says about itself in the registry: it's there with the services that its provider
 * answers for, and while there are none it isn't. May be asked on any thread.
 */
final class SelfRegistration {

  private static final Logger LOG = System.getLogger(SelfRegistration.class.getName());
  private static final long RETRY_MILLIS = 1_000;

  /** What isn't known before the agent listens, or changes while it runs. */
  interface Source {

    /** Without services: those are {@link #answering()}'s. */
    Instance instance();

    /** The services that the provider answers for now, in the order of their names. */
    List<ServiceKey> answering();

    /** Why it isn't announced, for a person to read. */
    String whyNone();

    /** The registry has been told, or couldn't be. */
    default void onSaid() {}
  }

  private final Vertx vertx;
  private final Announcer announcer;
  private final Source source;
  private int weight;
  private Map<String, String> tags;
  private List<ServiceKey> logged = List.of();
  private Instance adopted;
  private boolean begun;
  private long retry = -1;
  private volatile String problem = "";

  SelfRegistration(
      Vertx vertx, Announcer announcer, Source source, int weight, Map<String, String> tags) {
    this.vertx = vertx;
    this.announcer = announcer;
    this.source = source;
    this.weight = weight;
    this.tags = tags;
  }

  /** Says the first of it; nothing is said before. */
  Future<Void> begin() {
    synchronized (this) {
      begun = true;
    }
    return update();
  }

  /** Says what has changed, if anything has; what can't be said is tried again later. */
  Future<Void> update() {
    Future<Void> said;
    synchronized (this) {
      if (!begun) {
        return Future.succeededFuture();
      }
      adopt();
      said = say();
    }
    return said.onComplete(done -> source.onSaid());
  }

  /** The source isn't told here, as this object is locked: who is told asks others in turn. */
  private Future<Void> say() {
    List<ServiceKey> services = source.answering();
    Future<Void> said =
        services.isEmpty()
            ? announcer.retract()
            : announcer.announce(
                source.instance().serving(services).weighing(weight, Map.copyOf(tags)));
    return said.onSuccess(done -> problem = "").onFailure(this::tryAgain).onComplete(done -> log());
  }

  /** What a person has changed in the registry by hand is from now on what this agent says. */
  private void adopt() {
    Instance said = announcer.announced();
    Instance edited = announcer.edited();
    if (said != null && edited != null && !edited.equals(adopted)) {
      weight = edited.weight() == said.weight() ? weight : edited.weight();
      tags = edited.tags().equals(said.tags()) ? tags : edited.tags();
    }
    adopted = edited;
  }

  /** What the registry has been told, and not what it's still to be told. */
  private synchronized void log() {
    Instance said = announcer.announced();
    List<ServiceKey> services = said == null ? List.of() : said.services();
    if (services.equals(logged)) {
      return;
    }
    if (services.isEmpty()) {
      LOG.log(Level.WARNING, "not announced any more: {0}", source.whyNone());
    } else {
      LOG.log(Level.INFO, "announced with {0}", services);
    }
    logged = services;
  }

  private synchronized void tryAgain(Throwable error) {
    problem = String.valueOf(error.getMessage());
    vertx.cancelTimer(retry);
    retry = vertx.setTimer(RETRY_MILLIS, id -> update());
  }

  synchronized int weight() {
    adopt();
    return weight;
  }

  synchronized Map<String, String> tags() {
    adopt();
    return tags;
  }

  /** Completes when the registry has it; if it can't be told it fails, and is tried on. */
  Future<Void> weigh(int other) {
    return change(() -> weight = other);
  }

  /** As {@link #weigh}. */
  Future<Void> tag(Map<String, String> others) {
    return change(() -> tags = Map.copyOf(others));
  }

  private Future<Void> change(Runnable change) {
    Future<Void> said;
    synchronized (this) {
      if (!begun) {
        change.run();
        return Future.succeededFuture();
      }
      adopt();
      say(); // so that what a person did by hand is the agent's word before its next
      change.run();
      said = say();
    }
    return said.onComplete(done -> source.onSaid());
  }

  /** As it's in the registry, as far as that's known here; null if it isn't. */
  Instance announced() {
    Instance edited = announcer.edited();
    return edited == null ? announcer.announced() : edited;
  }

  /** Why the registry couldn't be told last; empty if it could. */
  String problem() {
    return problem;
  }

  /** Why it isn't in the registry; empty if it is. */
  String whyNot() {
    if (announcer.announced() != null) {
      return "";
    }
    return "not announced: " + (problem.isEmpty() ? source.whyNone() : problem);
  }
}
