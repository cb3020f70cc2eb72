package dev.vertxmesh.discovery;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** A registry, and another in which nothing is announced: who watches is told of both as of one. */
public final class JoinedRegistry implements Registry {

  private final Vertx vertx;
  private final Registry own;
  private final Registry other;

  /**
   * @param other has ids that the first doesn't
   */
  public JoinedRegistry(Vertx vertx, Registry own, Registry other) {
    this.vertx = vertx;
    this.own = own;
    this.other = other;
  }

  @Override
  public Future<Void> check() {
    return own.check();
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return own.announce(instance);
  }

  /** Both tell on the same context, so that nothing here needs a lock. */
  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    Both both = new Both(listener);
    Promise<Void> first = Promise.promise();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(
        v ->
            Future.all(own.watch(both::own), other.watch(both::other))
                .<Void>mapEmpty()
                .onComplete(first));
    return first.future();
  }

  private static final class Both {
    private final Consumer<List<Instance>> listener;
    private List<Instance> own;
    private List<Instance> other;

    Both(Consumer<List<Instance>> listener) {
      this.listener = listener;
    }

    void own(List<Instance> instances) {
      own = instances;
      tell();
    }

    void other(List<Instance> instances) {
      other = instances;
      tell();
    }

    private void tell() {
      if (own == null || other == null) {
        return;
      }
      List<Instance> all = new ArrayList<>(own.size() + other.size());
      all.addAll(own);
      all.addAll(other);
      all.sort(Comparator.comparing(Instance::id));
      listener.accept(List.copyOf(all));
    }
  }

  @Override
  public String describe() {
    return own.describe() + " and " + other.describe();
  }

  @Override
  public long ageMillis() {
    return Math.max(own.ageMillis(), other.ageMillis());
  }

  @Override
  public boolean stale() {
    return own.stale() || other.stale();
  }

  @Override
  public String problem() {
    return own.problem().isEmpty() ? other.problem() : own.problem();
  }

  @Override
  public int size() {
    return own.size() + other.size();
  }

  @Override
  public int malformed() {
    return own.malformed() + other.malformed();
  }

  @Override
  public Future<Void> close() {
    return Future.join(own.close(), other.close()).mapEmpty();
  }
}
