package dev.vertxmesh.discovery.several;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One instance in several registries. Each is told for itself, again every second while it can't
 * be, so that one that is down holds up none of the others. Thread-safe.
 */
final class SeveralRegistrations implements Registration {

  private static final long RETRY_MILLIS = 1_000;

  private final Vertx vertx;
  private final List<Entry> entries;

  /** What is to be in each of them; null for nothing. */
  private volatile Instance wanted;

  SeveralRegistrations(Vertx vertx, List<Registry> parts) {
    this.vertx = vertx;
    this.entries = parts.stream().map(Entry::new).toList();
  }

  /** Completes when one of them has it; where none can be told it fails, and isn't kept. */
  Future<Void> begin(Instance instance) {
    wanted = instance;
    return Future.any(entries.stream().map(Entry::tell).toList())
        .<Void>mapEmpty()
        .onFailure(e -> wanted = null);
  }

  /** Completes when those that have it have been told; fails if none could be, and is tried on. */
  @Override
  public Future<Void> replace(Instance instance) {
    wanted = instance;
    List<Entry> present = entries.stream().filter(Entry::isThere).toList();
    entries.stream().filter(entry -> !entry.isThere()).forEach(Entry::tell);
    List<Future<Void>> told = present.stream().map(Entry::tell).toList();
    return told.isEmpty()
        ? Future.succeededFuture()
        : Future.join(told).<Void>mapEmpty().recover(e -> Future.any(told).mapEmpty());
  }

  @Override
  public Optional<Instance> edited() {
    return entries.stream().flatMap(entry -> entry.edited().stream()).findFirst();
  }

  /** Completes when each that had it has been told, or couldn't be. */
  @Override
  public Future<Void> withdraw() {
    wanted = null;
    return Future.join(entries.stream().map(Entry::tell).toList()).mapEmpty();
  }

  /** The instance in one of them. */
  private final class Entry {
    private final Registry registry;
    private Registration made;
    private Instance written;
    private Future<Void> busy;

    Entry(Registry registry) {
      this.registry = registry;
    }

    synchronized boolean isThere() {
      return made != null;
    }

    synchronized Optional<Instance> edited() {
      return made == null ? Optional.empty() : made.edited();
    }

    /** Has it told what is wanted now, once what it's being told is done. */
    synchronized Future<Void> tell() {
      if (busy != null) {
        if (wanted == null && made == null) {
          return Future.succeededFuture(); // whatever comes of it is taken out then
        }
        return busy.transform(done -> tell());
      }
      Instance now = wanted;
      if (Objects.equals(now, written)) {
        return Future.succeededFuture();
      }
      Promise<Void> promise = Promise.promise();
      busy = promise.future();
      Future<Void> told = busy;
      step(now)
          .onComplete(
              done -> {
                ended(done.succeeded(), now);
                promise.handle(done);
              });
      return told;
    }

    private Future<Void> step(Instance now) {
      if (now == null) {
        return made.withdraw();
      }
      return made == null
          ? registry.announce(now).onSuccess(this::keep).mapEmpty()
          : made.replace(now);
    }

    private synchronized void keep(Registration registration) {
      made = registration;
    }

    private synchronized void ended(boolean isTold, Instance now) {
      busy = null;
      if (now == null) {
        made = null; // if it couldn't be told, its own time-out tells it
        written = null;
      } else if (isTold) {
        written = now;
      }
      if (!isTold && wanted != null) {
        vertx.setTimer(RETRY_MILLIS, timer -> tell());
      } else if (!Objects.equals(wanted, written)) {
        tell();
      }
    }
  }
}
