package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.TlsEngine;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What a listener or client has for TLS now, and who is told when its files have others that are
 * good. Files that aren't change nothing: the agent goes on with what it has, and says so. As files
 * are written one after the other, they are no good only once they were found so twice.
 * Thread-safe.
 */
public final class WatchedTls implements AutoCloseable {

  private static final Logger LOG = System.getLogger(WatchedTls.class.getName());

  /** New connections see a new certificate within a second. */
  private static final long LOOK_MILLIS = 500;

  private final Vertx vertx;
  private final String name;
  private final List<TlsFiles> files;
  private final TlsEngine engine;
  private final InstantSource clock;
  private final List<Consumer<TlsMaterial>> told = new CopyOnWriteArrayList<>();
  private volatile TlsMaterial current;
  private volatile String problem;
  private String suspicion;
  private Future<Void> look = Future.succeededFuture();
  private long timer = -1;

  WatchedTls(
      Vertx vertx, String name, List<TlsFiles> files, TlsEngine engine, InstantSource clock) {
    this.vertx = vertx;
    this.name = name;
    this.files = List.copyOf(files);
    this.engine = toBeHad(engine);
    this.clock = clock;
    current = new TlsReading(this.files).check(clock.instant(), this.engine);
  }

  /**
   * Reads files, which blocks, and looks for newer ones until it's closed.
   *
   * @param name of the listener or client, for logs and meters, such as {@code callers}
   * @throws TlsFailure if they can't be used, or the engine can't be had
   */
  public static WatchedTls open(Vertx vertx, String name, List<TlsFiles> files, TlsEngine engine) {
    WatchedTls watched = new WatchedTls(vertx, name, files, engine, InstantSource.system());
    watched.timer = vertx.setPeriodic(LOOK_MILLIS, id -> watched.look());
    return watched;
  }

  private static TlsEngine toBeHad(TlsEngine engine) {
    try {
      return engine.resolved();
    } catch (IllegalStateException e) {
      throw new TlsFailure(e.getMessage());
    }
  }

  public String name() {
    return name;
  }

  public TlsMaterial current() {
    return current;
  }

  /** Why the files as they are now aren't used; null if they are. */
  public String problem() {
    return problem;
  }

  /**
   * For {@code /topology}: the listener, whom its certificate is for, until when, and what's wrong.
   */
  public JsonObject toJson() {
    TlsMaterial now = current;
    return new JsonObject()
        .put("listener", name)
        .put("engine", now.engine().label())
        .put("names", new JsonArray(now.names().all()))
        .put("expires", String.valueOf(now.expires()))
        .put("problem", problem);
  }

  /** How long its certificate is still valid; negative once it isn't; null if it has none. */
  public Duration left() {
    Instant expires = current.expires();
    return expires == null ? null : Duration.between(clock.instant(), expires);
  }

  /**
   * Hands over each newer material, on a worker thread; begins with the one that is there now, on
   * the caller's.
   *
   * @param consumer may block for some milliseconds; by a {@link TlsFailure} it refuses the files
   */
  public void onMaterial(Consumer<TlsMaterial> consumer) {
    synchronized (told) { // else one could come between
      consumer.accept(current);
      told.add(consumer);
    }
  }

  /** Looks at the files, off the event loop; completes when those who wait were told. */
  synchronized Future<Void> look() {
    if (look.isComplete()) {
      look = vertx.executeBlocking(this::lookNow, false);
    }
    return look;
  }

  private Void lookNow() {
    try {
      TlsReading reading = new TlsReading(files);
      if (!current.isOf(reading.digest())) {
        replace(reading.check(clock.instant(), engine));
      }
      suspicion = null;
      problem = null;
    } catch (TlsFailure e) {
      onBad(e.getMessage());
    }
    return null;
  }

  private void replace(TlsMaterial material) {
    synchronized (told) {
      TlsMaterial before = current;
      current = material;
      try {
        told.forEach(consumer -> consumer.accept(material));
      } catch (RuntimeException e) { // those who were told go back
        current = before;
        told.forEach(consumer -> consumer.accept(before));
        throw e instanceof TlsFailure known ? known : new TlsFailure(String.valueOf(e));
      }
    }
    if (material.expires() == null) {
      LOG.log(Level.INFO, "{0}: new authorities", name);
    } else {
      LOG.log(Level.INFO, "{0}: new certificate: {1}", name, material);
    }
  }

  private void onBad(String why) {
    if (why.equals(suspicion) && !why.equals(problem)) {
      problem = why;
      LOG.log(
          Level.WARNING,
          "{0}: {1}; goes on with {2}: put good files there",
          name,
          why,
          current.expires() == null
              ? "the authorities that it has"
              : "the certificate that is valid until " + current.expires());
    }
    suspicion = why;
  }

  @Override
  public void close() {
    vertx.cancelTimer(timer);
  }
}
