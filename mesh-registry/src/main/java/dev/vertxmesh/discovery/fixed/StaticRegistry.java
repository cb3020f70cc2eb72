package dev.vertxmesh.discovery.fixed;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Consumer;

/** Instances that were written down once and never change. Announcing to it does nothing. */
final class StaticRegistry implements Registry {

  private final Vertx vertx;
  private final List<Instance> instances;
  private final SnapshotPublisher snapshots = new SnapshotPublisher();

  StaticRegistry(Vertx vertx, List<Instance> instances) {
    this.vertx = vertx;
    this.instances = instances;
    snapshots.publish(instances);
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return Future.succeededFuture(new Unchanged());
  }

  private static final class Unchanged implements Registration {
    @Override
    public Future<Void> replace(Instance instance) {
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> withdraw() {
      return Future.succeededFuture();
    }
  }

  @Override
  public List<Instance> fixed() {
    return instances;
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    return snapshots.subscribe(vertx.getOrCreateContext(), listener);
  }

  @Override
  public String describe() {
    return "static: with " + size() + (size() == 1 ? " instance" : " instances");
  }

  @Override
  public long ageMillis() {
    return 0;
  }

  @Override
  public int size() {
    return instances.size();
  }

  @Override
  public int malformed() {
    return 0;
  }

  @Override
  public Future<Void> close() {
    snapshots.close();
    return Future.succeededFuture();
  }
}
