package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.follow.HandTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rules of an etcd and a time by hand. */
class EtcdRulesTest {

  private static final String NAME = "shop.tag-router";

  private final Folder folder = new Folder();
  private final HandTime time = new HandTime();
  private final EtcdRules rules = new EtcdRules(folder, time.thread(), "etcd://h", 1 << 20);
  private final List<Map<String, String>> told = new ArrayList<>();

  /** What stands in the folder, whether it can be read, and who watches it. */
  private static final class Folder implements KeyStore.WriteOnly {
    final Map<String, String> entries = new HashMap<>();
    boolean isAway;
    boolean isStill;
    int listings;
    int ended;
    Watcher watcher;

    void put(String name, String text) {
      entries.put(name, text);
      watcher.onChanges(List.of(new Change(name, text)));
    }

    void lose() {
      isAway = true;
      watcher.onEnd(new IllegalStateException("it's away"));
    }

    @Override
    public Future<Listing> list() {
      listings++;
      if (isStill) {
        return Promise.<Listing>promise().future();
      }
      return isAway
          ? Future.failedFuture("it's away")
          : Future.succeededFuture(new Listing(Map.copyOf(entries), 1));
    }

    @Override
    public Watching watch(long revision, Watcher begun) {
      watcher = begun;
      return new Watching() {
        @Override
        public void probe() {
          if (!isStill) {
            begun.onAlive(1);
          }
        }

        @Override
        public void end() {
          ended++;
        }
      };
    }

    @Override
    public Future<Long> grant() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> put(long grant, String name, String value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> delete(String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> revoke(long grant) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> close() {
      throw new UnsupportedOperationException();
    }
  }

  private void begin() {
    rules.follow(told::add);
    time.pass(100);
  }

  private Map<String, String> latest() {
    return told.get(told.size() - 1);
  }

  @Test
  void theyAreToldAsTheyStandAndWheneverOneChanges() {
    folder.entries.put(NAME, "a");
    begin();
    assertThat(told).containsExactly(Map.of(NAME, "a"));
    folder.put(NAME, "b");
    time.pass(10);
    assertThat(latest()).isEqualTo(Map.of(NAME, "b"));
    folder.watcher.onChanges(List.of(new KeyStore.Change(NAME, null)));
    time.pass(10);
    assertThat(latest()).as("the watch is well, and says so").isEmpty();
    time.pass(10_000);
    assertThat(told).as("nothing is told twice").hasSize(3);
    assertThat(folder.listings).isEqualTo(1);
  }

  @Test
  void thatThereAreNoneIsToldToo() {
    begin();
    assertThat(told).containsExactly(Map.of());
  }

  @Test
  void nobodyWaitsLongForAnEtcdThatCannotBeRead() {
    folder.isStill = true;
    begin();
    assertThat(told).isEmpty();
    time.pass(EtcdRules.PATIENCE_MILLIS);
    assertThat(told).containsExactly(Map.of());
    folder.isStill = false;
    folder.entries.put(NAME, "a");
    time.pass(10_000);
    assertThat(latest()).isEqualTo(Map.of(NAME, "a"));
  }

  @Test
  void whatTheySaidLastCountsWhileEtcdIsAwayAndAWhileAfterItHasLostThem() {
    folder.entries.put(NAME, "a");
    begin();
    folder.lose();
    time.pass(60_000);
    assertThat(latest()).isEqualTo(Map.of(NAME, "a"));
    assertThat(folder.listings).as("every two seconds or so").isBetween(20, 80);
    folder.entries.clear();
    folder.isAway = false;
    time.pass(10_000);
    assertThat(latest()).isEqualTo(Map.of(NAME, "a"));
    time.pass(EtcdRules.HOLD_MILLIS);
    assertThat(latest()).isEmpty();
  }

  @Test
  void aWatchThatFallsSilentIsBegunAnew() {
    begin();
    folder.isStill = true;
    time.pass(3_000);
    folder.isStill = false;
    folder.entries.put(NAME, "a"); // which the old one doesn't tell
    time.pass(500);
    assertThat(folder.ended).isZero();
    folder.isStill = true;
    time.pass(6_000);
    folder.isStill = false;
    time.pass(10_000);
    assertThat(folder.ended).isEqualTo(1);
    assertThat(latest()).isEqualTo(Map.of(NAME, "a"));
  }

  @Test
  void nothingIsToldAfterItsEnd() {
    begin();
    rules.end();
    folder.put(NAME, "a");
    time.pass(60_000);
    assertThat(told).containsExactly(Map.of());
    assertThat(folder.ended).isEqualTo(1);
    assertThat(folder.listings).isEqualTo(1);
  }

  @Test
  void nothingIsReadOrToldAfterAnEndBeforeTheFirstListing() {
    folder.isAway = true;
    begin();
    rules.end();
    int listings = folder.listings;
    folder.isAway = false;
    time.pass(60_000);
    assertThat(told).isEmpty();
    assertThat(folder.listings).isEqualTo(listings);
  }

  @Test
  void oneThatThereWasNoRoomForIsReadOnceThereIs() {
    String large = "x".repeat(400_000); // bytes, twice
    folder.entries.put("a.tag-router", large);
    folder.entries.put("b.tag-router", large);
    begin();
    assertThat(latest()).containsOnlyKeys("a.tag-router");
    assertThat(rules.skipped()).containsOnlyKeys("b.tag-router");
    time.pass(10_000);
    assertThat(folder.listings).as("while nothing has changed").isEqualTo(1);
    folder.put("a.tag-router", "small");
    time.pass(2_000);
    assertThat(latest()).isEqualTo(Map.of("a.tag-router", "small", "b.tag-router", large));
    assertThat(rules.skipped()).isEmpty();
    assertThat(folder.listings).isEqualTo(2);
    assertThat(folder.ended).as("watches: one ended, one begun").isEqualTo(1);
    folder.put("b.tag-router", "small, too");
    time.pass(10_000);
    assertThat(latest()).containsEntry("b.tag-router", "small, too");
  }
}
