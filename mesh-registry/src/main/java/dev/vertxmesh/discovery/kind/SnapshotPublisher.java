package dev.vertxmesh.discovery.kind;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hands the latest snapshot to everyone who watches, each on a context of its own, and only when it
 * differs from the one before. Thread-safe; a listener sees snapshots in the order of publishing.
 */
public final class SnapshotPublisher {

  private static final Logger LOG = System.getLogger(SnapshotPublisher.class.getName());

  private final List<Subscriber> subscribers = new ArrayList<>();
  private List<Instance> latest;
  private boolean closed;

  /** Completes when the listener has had its first snapshot; fails when closed before that. */
  public synchronized Future<Void> subscribe(Context context, Consumer<List<Instance>> listener) {
    Subscriber subscriber = new Subscriber(context, listener, Promise.promise());
    subscribers.add(subscriber);
    if (closed) {
      subscriber.refuse();
    } else if (latest != null) {
      deliver(subscriber, latest);
    }
    return subscriber.first.future();
  }

  public synchronized void publish(List<Instance> instances) {
    List<Instance> sorted = instances.stream().sorted(Comparator.comparing(Instance::id)).toList();
    if (closed || sorted.equals(latest)) {
      return;
    }
    latest = sorted;
    subscribers.forEach(subscriber -> deliver(subscriber, sorted));
  }

  public synchronized int size() {
    return latest == null ? 0 : latest.size();
  }

  /** Nothing is delivered from here on. */
  public synchronized void close() {
    closed = true;
    subscribers.forEach(Subscriber::refuse);
    subscribers.clear();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private void deliver(Subscriber subscriber, List<Instance> snapshot) {
    subscriber.context.runOnContext(
        nothing -> {
          if (!isClosed()) {
            subscriber.take(snapshot);
          }
        });
  }

  private record Subscriber(
      Context context, Consumer<List<Instance>> listener, Promise<Void> first) {

    void take(List<Instance> snapshot) {
      try {
        listener.accept(snapshot);
        first.tryComplete();
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "a listener failed on a snapshot of the registry", e);
        first.tryFail(e);
      }
    }

    void refuse() {
      RegistryFailure failure = new RegistryFailure("the registry was closed", null);
      context.runOnContext(nothing -> first.tryFail(failure));
    }
  }
}
