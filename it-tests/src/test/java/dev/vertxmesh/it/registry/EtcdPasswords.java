package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.EtcdUsers;
import dev.vertxmesh.it.registry.Parties.Watcher;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that asks for users, of whom one may read and write the instances and nothing else. */
abstract class EtcdPasswords {

  /** Twice the least, so that a machine which stands still for a while lets no lease end. */
  private static final int TTL_SECONDS = 4;

  private static final Duration LONGER = Duration.ofSeconds(TTL_SECONDS + 1);

  private static final String PREFIX = "/mesh";
  private static final String USER = "agent";
  private static final String PASSWORD = "s3cret&such";
  private static final String WRITTEN = "s3cret%26such";
  private static final String WRONG = "not-this-one";

  private final EtcdRelease release;
  private final int api;
  @TempDir private Path folder;
  private Etcd etcd;
  private Parties parties;

  EtcdPasswords(EtcdRelease release, int api) {
    this.release = release;
    this.api = api;
  }

  @BeforeEach
  void begin() {
    parties = new Parties();
  }

  @AfterEach
  void end() {
    if (etcd != null) {
      etcd.close();
    }
    parties.close();
  }

  final void start(String... flags) {
    etcd = new Etcd(release, folder.resolve("data"), 1, flags).start();
    protect();
  }

  private void protect() {
    if (api == 2) {
      EtcdUsers.onlyV2(etcd, USER, PASSWORD, PREFIX + "/instances*");
    } else {
      EtcdUsers.only(etcd, USER, PASSWORD, PREFIX + "/instances/");
    }
  }

  private String url(String prefix, String options) {
    String scheme = api == 2 ? "etcd2://" : "etcd://";
    return scheme + etcd.hosts() + prefix + "?ttl=" + TTL_SECONDS + "&cache=none" + options;
  }

  private String url() {
    return url(PREFIX, "&wait=100&user=" + USER + "&password=" + WRITTEN);
  }

  private Watcher watchOne() {
    Watcher watcher = parties.watch(url());
    parties.announce(url(), "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    return watcher;
  }

  /** Somebody who announces and somebody who watches, neither of whom may. */
  private final class Refused {
    private final String url;
    private Registry announcing;
    private Registry watching;
    private Future<Registration> announced;
    private Future<Void> watched;

    Refused(String url) {
      this.url = url;
      announce();
      watch();
    }

    private void announce() {
      announcing = insteadOf(announcing);
      announced = announcing.announce(instance("a"));
    }

    private void watch() {
      watching = insteadOf(watching);
      watched = watching.watch(list -> {});
    }

    /** The former would go on asking. */
    private Registry insteadOf(Registry former) {
      if (former != null) {
        former.close();
      }
      return parties.open(url);
    }

    void isTold(String why) {
      await().until(() -> isTold(announced, why, this::announce));
      await().until(() -> isTold(watched, why, this::watch));
    }

    /** An etcd that's too slow with passwords makes it the reason: then it's tried again. */
    private boolean isTold(Future<?> tried, String why, Runnable again) {
      assertThat(tried.succeeded()).isFalse();
      if (!tried.failed()) {
        return false;
      }
      String said = tried.cause().getMessage();
      System.out.printf("%s v%d: %s%n", release, api, said);
      assertThat(said).contains(etcd.hosts()).doesNotContain(PASSWORD, WRITTEN, WRONG);
      if (!said.contains(why)) {
        again.run();
      }
      return said.contains(why);
    }
  }

  /** It's tried once: an etcd that's too slow hears of it by the lease's end. */
  private void withdraw(Registration registration) {
    Future<Void> withdrawn = registration.withdraw();
    await().until(withdrawn::isComplete);
    assertThat("" + withdrawn.cause()).doesNotContain(refusalOfNobody(), refusalOfElsewhere());
  }

  @Test
  void whoMayOnlyReadAndWriteInstancesAnnouncesWatchesAndWithdraws() {
    start();
    Watcher watcher = parties.watch(url());
    Registration registration = parties.announce(url(), "a");
    parties.announce(url(), "b");
    await().until(() -> watcher.ids().equals(Set.of("a", "b")));
    registration.replace(instance("a").speaking("fastjson2")); // goes on beyond a failure
    await().until(() -> watcher.latest().get(0).serialization().equals("fastjson2"));
    await().during(LONGER).until(() -> watcher.ids().size() == 2 && !watcher.registry.stale());
    withdraw(registration);
    await().until(() -> watcher.ids().equals(Set.of("b")));
    assertThat(watcher.registry.problem()).isEmpty();
  }

  @Test
  void whoIsNotKnownOrMayNotIsToldSo() {
    start();
    Refused wrong = new Refused(url(PREFIX, "&user=" + USER + "&password=" + WRONG));
    Refused unknown = new Refused(url(PREFIX, "&user=nobody&password=" + WRONG));
    Refused nobody = new Refused(url(PREFIX, ""));
    Refused elsewhere = new Refused(url("/elsewhere", "&user=" + USER + "&password=" + WRITTEN));
    wrong.isTold(refusalOfWrong());
    unknown.isTold(refusalOfWrong());
    nobody.isTold(refusalOfNobody());
    elsewhere.isTold(refusalOfElsewhere());
  }

  private String refusalOfWrong() {
    return api == 2 ? "credentials" : "invalid user ID or password";
  }

  private String refusalOfNobody() {
    return api == 2 ? "credentials" : "user name is empty";
  }

  private String refusalOfElsewhere() {
    return api == 2 ? "credentials" : "permission denied";
  }

  @Test
  void itGoesOnAfterEtcdHasForgottenEveryToken() {
    start();
    Watcher watcher = watchOne();
    restart(watcher);
    goesOn(watcher, "started again");
  }

  private void restart(Watcher watcher) {
    etcd.member(0).kill();
    await().until(() -> watcher.registry.stale());
    etcd.member(0).start();
  }

  /** Both ends work, at once and for as long as a lease lasts and more. */
  private void goesOn(Watcher watcher, String after) {
    long begun = System.nanoTime();
    await().until(() -> !watcher.registry.stale() && watcher.ids().equals(Set.of("a")));
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    System.out.printf("%s v%d, %s: goes on after %d ms%n", release, api, after, took.toMillis());
    Registration other = parties.announce(url(), "b");
    await().until(() -> watcher.ids().equals(Set.of("a", "b")));
    int before = watcher.seen.size();
    await().during(LONGER).until(() -> watcher.ids().size() == 2 && !watcher.registry.stale());
    assertThat(watcher.fewestSince(before)).isEqualTo(2);
    withdraw(other);
    await().until(() -> watcher.ids().equals(Set.of("a")));
  }

  /** Of the third API; the second has none. */
  final void outlivesItsTokens() {
    Identity signer = new Authority(folder, "tokens").issue("signer", "");
    String files = "pub-key=" + signer.cert() + ",priv-key=" + signer.key();
    start("--auth-token=jwt," + files + ",sign-method=RS256,ttl=1s");
    Watcher watcher = watchOne();
    await()
        .during(LONGER)
        .until(() -> watcher.ids().equals(Set.of("a")) && !watcher.registry.stale());
    restart(watcher); // or the watch, which was let in long ago, would need no token
    goesOn(watcher, "its tokens have expired");
  }
}
