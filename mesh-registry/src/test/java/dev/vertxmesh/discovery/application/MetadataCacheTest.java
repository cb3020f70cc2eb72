package dev.vertxmesh.discovery.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.application.MetadataCache.Key;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** On one thread, and on time that passes when the test says so. */
class MetadataCacheTest {

  private static final Key KEY = new Key("order-app", Dumps.remote().revision());
  private static final long ROOM = 1_000_000;

  private final List<Promise<String>> remote = new ArrayList<>();
  private final List<MetadataAddress> asked = new ArrayList<>();
  private final List<Runnable> later = new ArrayList<>();
  private final MetadataSource source =
      new MetadataSource() {
        @Override
        public Future<String> remote(String application, String revision) {
          remote.add(Promise.promise());
          return remote.get(remote.size() - 1).future();
        }

        @Override
        public Future<String> local(MetadataAddress where, String revision) {
          asked.add(where);
          return Future.failedFuture("it's away");
        }
      };

  private MetadataCache cache(long room) {
    return new MetadataCache(
        source,
        Runnable::run,
        (millis, work) -> {
          assertThat(millis).isEqualTo(1_000);
          later.add(work);
        },
        room);
  }

  private void onePause() {
    later.remove(0).run();
  }

  @Test
  void aFleetThatBeginsAtOnceAsksOnce() {
    MetadataCache cache = cache(ROOM);
    List<Future<MetadataInfo>> all =
        IntStream.range(0, 100).mapToObj(i -> cache.get(KEY, List.of(Dumps.remote()))).toList();
    remote.get(0).complete(Dumps.text("metadata.json"));
    assertThat(all).allMatch(Future::succeeded);
    assertThat(cache.get(KEY, List.of(Dumps.remote())).result().services()).hasSize(1);
    assertThat(remote).hasSize(1);
  }

  @Test
  void threeTriesAreMadeAndAFailureIsNotRemembered() {
    MetadataCache cache = cache(ROOM);
    Future<MetadataInfo> info = cache.get(KEY, List.of(Dumps.remote()));
    remote.get(0).complete(""); // not yet written
    onePause();
    remote.get(1).fail("away");
    onePause();
    remote.get(2).complete("nonsense");
    assertThat(info.cause()).hasMessageContaining("'nonsense' isn't the JSON");
    assertThat(later).isEmpty();
    assertThat(cache.size()).isZero();
    cache.get(KEY, List.of(Dumps.remote()));
    assertThat(remote).hasSize(4);
  }

  @Test
  void eachTryAsksAnotherInstance() {
    MetadataCache cache = cache(ROOM);
    List<ApplicationInstance> two =
        List.of(
            Dumps.local(),
            new ApplicationInstance(
                "order-app", new HostPort("192.0.2.3", 1), Dumps.local().metadata()));
    Future<MetadataInfo> info = cache.get(KEY, two);
    onePause();
    onePause();
    assertThat(asked)
        .extracting(one -> one.address().host())
        .containsExactly("192.0.2.2", "192.0.2.3", "192.0.2.2");
    assertThat(info.cause()).hasMessage("it's away");
  }

  @Test
  void whoCanNotBeAskedFailsInItsTurn() {
    MetadataCache cache = cache(ROOM);
    ApplicationInstance rest =
        new ApplicationInstance(
            "shop",
            new HostPort("h", 1),
            Map.of("dubbo.metadata-service.url-params", "{\"protocol\":\"rest\"}"));
    Future<MetadataInfo> info = cache.get(new Key("shop", "1"), List.of(rest));
    onePause();
    onePause();
    assertThat(info.cause()).hasMessageContaining("expected dubbo or tri");
  }

  @Test
  void whatIsNotWantedAnyMoreIsForgottenAndMakesRoom() {
    String text = Dumps.text("metadata.json");
    MetadataCache cache = cache(text.length());
    cache.get(KEY, List.of(Dumps.remote()));
    remote.get(0).complete(text);
    Future<MetadataInfo> second = cache.get(new Key("b", "1"), List.of(Dumps.remote()));
    remote.get(1).complete(text);
    assertThat(second.cause()).hasMessageContaining("the metadata of others takes");
    cache.retain(Set.of());
    assertThat(cache.size()).isZero();
    Future<MetadataInfo> third = cache.get(new Key("b", "1"), List.of(Dumps.remote()));
    remote.get(2).complete(text);
    assertThat(third.succeeded()).isTrue();
  }

  @Test
  void soManyAreAskedAtOnceAndNoMore() {
    MetadataCache cache = cache(ROOM);
    List<Future<MetadataInfo>> all =
        IntStream.range(0, 40)
            .mapToObj(i -> cache.get(new Key("shop", "r" + i), List.of(Dumps.remote())))
            .toList();
    assertThat(remote).hasSize(MetadataCache.MOST_ASKED);
    for (int i = 0; i < all.size(); i++) {
      remote.get(i).complete(Dumps.text("metadata.json"));
    }
    assertThat(all).allMatch(Future::succeeded);
  }
}
