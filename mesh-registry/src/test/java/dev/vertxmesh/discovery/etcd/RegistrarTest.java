package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many keys under one lease. */
class RegistrarTest {

  private static final int MANY = 3 * LeasedRegistrations.BATCH + 1;

  private final Store store = new Store();
  private final RegistryThread worker = RegistryThread.ofThread("registrar-test");
  private final Registrar registrar =
      new Registrar(store, new DubboLayout(), worker, new KeyedOptions("test", 2, 10, null));

  @AfterEach
  void close() {
    worker.close();
  }

  private static Instance instance(int index) {
    ServiceKey service = ServiceKey.of("com.x.S" + index);
    return new Instance(
        Protocol.DUBBO, "id-" + index, "h", 1, List.of(service), 100, Map.of(), 0, 5);
  }

  private void announce(int count) {
    List<Future<Void>> all =
        IntStream.range(0, count).mapToObj(index -> registrar.announce(instance(index))).toList();
    await().until(Future.all(all)::succeeded);
  }

  @Test
  void allAreKeptByOneLeaseAndWithdrawnTogether() {
    announce(MANY);
    assertThat(store.grantsByName).hasSize(MANY);
    assertThat(store.grantsByName.values()).containsOnly(1L);
    await().until(registrar.close()::succeeded);
    assertThat(store.grantsByName).isEmpty();
  }

  @Test
  void eachKeyHasItsTurnToBeLookedAt() {
    announce(MANY);
    List<String> lost = List.copyOf(store.grantsByName.keySet());
    lost.forEach(store.grantsByName::remove);
    await().until(() -> store.grantsByName.size() == MANY);
  }

  @Test
  void aLeaseThatWasLostIsFollowedByAnotherWithAllKeys() {
    announce(MANY);
    store.loseGrant(1);
    await().until(() -> store.grantsByName.size() == MANY);
    assertThat(store.grantsByName.values()).containsOnly(2L);
  }

  /** Else it would stay for as long as there are others. */
  @Test
  void aKeyThatCanNotBeDeletedIsLeftToALeaseThatEnds() {
    announce(2);
    store.refusesToDelete = true;
    Future<Void> gone = registrar.withdraw("id-0");
    await().until(gone::failed);
    await().until(() -> store.grantsByName.containsValue(2L));
    store.loseGrant(1); // as nobody keeps it alive
    assertThat(store.grantsByName.keySet()).singleElement().asString().contains("com.x.S1");
    assertThat(store.keptAlive).doesNotContain(1L);
  }

  /** Such as when etcd has no space left: it writes nothing, and still renews leases. */
  @Test
  void whatCanNotBeWrittenDoesNotCostTheLease() {
    announce(1);
    store.refusesToWrite = true;
    Instance changed = instance(0).speaking("fastjson2");
    registrar.replace(changed);
    for (int i = 0; i < 3; i++) {
      store.keptAlive.clear();
      await().until(() -> store.keptAlive.contains(1L));
    }
    assertThat(store.grantsByName).hasSize(1);
    store.refusesToWrite = false;
    await() // whoever was told that it took too long may ask again
        .untilAsserted(
            () ->
                assertThat(registrar.replace(changed).toCompletionStage())
                    .succeedsWithin(100, TimeUnit.SECONDS));
  }

  /** Else an agent that is to end would wait for a store that is away. */
  @Test
  void whoLeavesWhileASignOfLifeIsUnderWayIsNotHeldUpByItsFailure() {
    announce(1);
    Promise<Optional<Map<String, KeyStore.Held>>> underWay = Promise.promise();
    store.signs = underWay.future();
    await().untilTrue(store.isSigning);
    store.signs = Future.failedFuture("it's away");
    store.refusesToDelete = true; // before, as the sign of life may have taken too long by now
    Future<Void> gone = registrar.withdraw("id-0");
    underWay.fail("it's away");
    await().until(gone::failed);
  }

  @Test
  void aNameIsForEver() {
    announce(1);
    Future<Void> renamed =
        registrar.replace(instance(0).serving(List.of(ServiceKey.of("com.x.T"))));
    await().until(renamed::failed);
    assertThat(renamed.cause()).hasMessageContaining("id-0 stands under another name");
  }

  /** In memory, with the worst that etcd does. */
  private static final class Store implements KeyStore {
    private final Map<String, Long> grantsByName = new ConcurrentHashMap<>();
    private final Collection<Long> keptAlive = ConcurrentHashMap.newKeySet();
    private volatile boolean refusesToDelete;
    private volatile boolean refusesToWrite;
    private final AtomicBoolean isSigning = new AtomicBoolean();
    private volatile Future<Optional<Map<String, Held>>> signs;
    private volatile long lastGrant;
    private volatile long lostUpTo;

    void loseGrant(long grant) {
      lostUpTo = grant;
      grantsByName.values().removeIf(held -> held <= grant);
    }

    @Override
    public Future<Long> grant() {
      keptAlive.clear();
      lastGrant++;
      return Future.succeededFuture(lastGrant);
    }

    @Override
    public Future<Void> put(long grant, String name, String value) {
      assertThat(value).isEqualTo("" + grant);
      if (grant <= lostUpTo) {
        return Future.failedFuture(new LeaseLostException("lost"));
      } else if (refusesToWrite) {
        return Future.failedFuture(new IllegalStateException("no space"));
      }
      grantsByName.put(name, grant);
      return Future.succeededFuture();
    }

    @Override
    public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
      assertThat(names).hasSizeLessThanOrEqualTo(LeasedRegistrations.BATCH);
      keptAlive.add(grant);
      Future<Optional<Map<String, Held>>> instead = signs;
      if (instead != null) {
        isSigning.set(true);
        return instead;
      }
      return Future.succeededFuture(
          grant <= lostUpTo
              ? Optional.empty()
              : Optional.of(
                  names.stream()
                      .filter(grantsByName::containsKey)
                      .collect(
                          Collectors.toMap(
                              name -> name,
                              name ->
                                  new Held(
                                      "", Long.valueOf(grant).equals(grantsByName.get(name)))))));
    }

    @Override
    public Future<Void> delete(String name) {
      if (refusesToDelete) {
        return Future.failedFuture(new IllegalStateException("it's away"));
      }
      grantsByName.remove(name);
      return Future.succeededFuture();
    }

    @Override
    public Future<Void> revoke(long grant) {
      return Future.succeededFuture();
    }

    @Override
    public Future<Listing> list() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Long> revision() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Watching watch(long revision, Watcher watcher) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }
}
