package dev.vertxmesh.simulation.store;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.simulation.net.Line;
import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.world.SimLoop;
import dev.vertxmesh.simulation.world.World;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** One process's way to the store. What isn't answered in time fails, and may have been done. */
public final class StoreClient implements KeyStore {

  private final SimStore store;
  private final String host;
  private final SimLoop loop;
  private final long patienceMillis;
  private final IntSupplier lossesPerMille;
  private final SplittableRandom random;
  private final Line there;
  private final Line back;
  private long lastAsked;
  private long lastAnswered;
  private boolean closed;

  /**
   * @param loop on which it's answered
   * @param lossesPerMille of a thousand requests so many fail, before or after they were done
   */
  public StoreClient(
      SimStore store, String host, SimLoop loop, int ttlSeconds, IntSupplier lossesPerMille) {
    this.store = store;
    this.host = host;
    this.loop = loop;
    this.patienceMillis = KeyedOptions.attemptMillis(ttlSeconds);
    this.lossesPerMille = lossesPerMille;
    this.random = store.world().split();
    Network net = store.net();
    this.there = net.line(host, SimStore.HOST);
    this.back = net.line(SimStore.HOST, host);
  }

  /** The process is gone: what it asked for may still be done, and nobody hears of it. */
  public void gone() {
    closed = true;
  }

  /** Sends something that needs no answer. */
  void ask(Runnable request) {
    if (there.isCut() || closed) {
      return;
    }
    lastAsked = Math.max(lastAsked + 1, store.net().arrives(there));
    store.world().at(lastAsked, () -> store.serve(request));
  }

  /**
   * At the store: sends something back.
   *
   * @return whether it gets through
   */
  boolean answer(Runnable told) {
    if (back.isCut() || closed) {
      return false;
    }
    World world = store.world();
    lastAnswered = Math.max(lastAnswered + 1, store.net().arrives(back));
    world.at(
        lastAnswered,
        () -> {
          if (!closed) {
            loop.execute(told);
          }
        });
    return true;
  }

  private <T> Future<T> call(Supplier<T> operation) {
    Promise<T> promise = Promise.promise();
    ScheduledFuture<?> timeout =
        loop.schedule(
            () -> promise.tryFail("no answer within " + patienceMillis + " ms"),
            patienceMillis,
            TimeUnit.MILLISECONDS);
    promise.future().onComplete(done -> timeout.cancel(false));
    int chance = random.nextInt(1_000);
    int losses = lossesPerMille.getAsInt();
    if (chance < losses / 2) {
      loop.execute(() -> promise.tryFail("etcdserver: leader changed"));
      return promise.future();
    }
    boolean isLost = chance < losses;
    ask(
        () -> {
          T result;
          try {
            result = operation.get();
          } catch (RuntimeException e) {
            answer(() -> promise.tryFail(e));
            return;
          }
          if (!isLost) {
            answer(() -> promise.tryComplete(result));
          }
        });
    return promise.future();
  }

  private Future<Void> run(Runnable operation) {
    return call(
        () -> {
          operation.run();
          return null;
        });
  }

  @Override
  public Future<Listing> list() {
    return call(store::list);
  }

  @Override
  public Future<Long> revision() {
    return call(store::revision);
  }

  @Override
  public Watching watch(long revision, Watcher watcher) {
    StoreWatch watch = new StoreWatch(store, this, watcher);
    ask(() -> store.watch(revision, watch));
    return watch;
  }

  @Override
  public Future<Long> grant() {
    return call(store::grant);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    return run(() -> store.put(grant, name, value));
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return call(() -> store.keepAlive(grant, names));
  }

  @Override
  public Future<Void> delete(String name) {
    return run(() -> store.delete(name));
  }

  @Override
  public Future<Void> revoke(long grant) {
    return run(() -> store.revoke(grant));
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.succeededFuture();
  }
}
