package dev.vertxmesh.discovery.several;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Tells what a test has it tell, and keeps what is announced. */
final class ToldRegistry implements Registry {

  final Map<String, Instance> announced = new ConcurrentHashMap<>();
  final Map<String, String> skipped = new ConcurrentHashMap<>();
  volatile boolean isDown;

  private final Vertx vertx;
  private final String name;
  private final List<Runnable> tellers = new ArrayList<>();
  private final Promise<Void> first = Promise.promise();
  private List<Instance> latest;

  ToldRegistry(Vertx vertx, String name) {
    this.vertx = vertx;
    this.name = name;
  }

  synchronized void tell(Instance... instances) {
    latest = List.of(instances);
    tellers.forEach(Runnable::run);
    first.tryComplete();
  }

  void fail(String why) {
    first.fail(why);
  }

  @Override
  public synchronized Future<Void> watch(Consumer<List<Instance>> listener) {
    Context context = vertx.getOrCreateContext();
    Runnable teller =
        () -> {
          List<Instance> now = latest;
          context.runOnContext(told -> listener.accept(now));
        };
    tellers.add(teller);
    if (latest != null) {
      teller.run();
    }
    Promise<Void> there = Promise.promise();
    first.future().onComplete(done -> context.runOnContext(told -> there.handle(done)));
    return there.future();
  }

  @Override
  public Map<String, String> skippedEntries() {
    return Map.copyOf(skipped);
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return write(instance).map(done -> new Announced(instance.id()));
  }

  private Future<Void> write(Instance instance) {
    if (isDown) {
      return Future.failedFuture(name + " is down");
    }
    announced.put(instance.id(), instance);
    return Future.succeededFuture();
  }

  private final class Announced implements Registration {
    private final String id;

    Announced(String id) {
      this.id = id;
    }

    @Override
    public Future<Void> replace(Instance instance) {
      return write(instance);
    }

    @Override
    public Future<Void> withdraw() {
      announced.remove(id);
      return Future.succeededFuture();
    }
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public String problem() {
    return isDown ? "nobody answers" : "";
  }

  @Override
  public boolean stale() {
    return isDown;
  }

  @Override
  public long ageMillis() {
    return 0;
  }

  @Override
  public int size() {
    return latest == null ? 0 : latest.size();
  }

  @Override
  public int malformed() {
    return 1;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
