package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.ZooKeepers;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who a ZooKeeper is believed to be, and who it believes agents to be, by certificates. It lets
 * nobody in without one. More that isn't what it should be: {@code ClientTlsTest}.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ZooKeeperTlsIT {

  private Authority authority;
  private Authority stranger;
  private Identity agent;
  private Identity unknown;
  private ZooKeepers zookeeper;
  private Parties parties;

  @BeforeAll
  void startZooKeeper(@TempDir Path folder) {
    authority = Authority.elliptic(folder, "ours");
    stranger = Authority.elliptic(folder, "theirs");
    agent = authority.issue("agent", "");
    unknown = stranger.issue("unknown", "");
    Identity server = authority.issue("zookeeper", "ip:127.0.0.1");
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).guarded(server, authority.cert()).start();
  }

  @AfterAll
  void stopZooKeeper() {
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  @BeforeEach
  void begin() {
    parties = new Parties();
  }

  @AfterEach
  void end() {
    parties.close();
  }

  private String url(String host, String options) {
    return "zookeeper://%s:%d?timeout=%d&wait=100&cache=none%s"
        .formatted(host, zookeeper.guardedPort(), ZooKeepers.SESSION_MILLIS, options);
  }

  private static String trusting(Authority whom) {
    return "&ca=" + whom.cert();
  }

  private static String being(Identity identity) {
    return "&cert=" + identity.cert() + "&key=" + identity.key();
  }

  /**
   * Waits until what is wrong is said so, while nothing is read.
   *
   * @param words a pattern that is found in it, of either case
   */
  private void isRefused(String host, String options, String words) {
    Watcher watcher = new Watcher(parties.open(url(host, options)));
    String wanted = "(?i)" + Pattern.quote(host + ":" + zookeeper.guardedPort()) + ".*" + words;
    await().untilAsserted(() -> assertThat(watcher.registry.problem()).containsPattern(wanted));
    System.out.printf("zookeeper: %s%n", watcher.registry.problem());
    assertThat(watcher.first.succeeded()).isFalse();
  }

  @Test
  void anAgentWithACertificateIsLetInAndComesBackOnceTheServerDoes() {
    String url = url("127.0.0.1", trusting(authority) + being(agent));
    Watcher watcher = parties.watch(url);
    parties.announce(url, "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));

    zookeeper.members().get(0).kill();
    await().until(watcher.registry::stale);
    zookeeper.members().get(0).start();
    await().until(() -> !watcher.registry.stale());

    parties.announce(url, "b");
    await().until(() -> watcher.ids().equals(Set.of("a", "b")));
  }

  @Test
  void aServerWhoseAuthorityJavaDoesNotKnowIsRefused() {
    isRefused("127.0.0.1", "&tls=true", "certificat.*unable to find valid certification path");
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() {
    isRefused("127.0.0.1", trusting(stranger) + being(agent), "certificat");
  }

  @Test
  void aServerWhoseCertificateNamesAnotherHostIsRefused() {
    String words = "No (name|subject alternative DNS name) matching localhost found";
    isRefused("localhost", trusting(authority) + being(agent), words);
  }

  @Test
  void anAgentWithoutACertificateIsToldThatItNeedsOne() {
    isRefused("127.0.0.1", trusting(authority), "certificate");
  }

  @Test
  void renewedFilesAreTakenWithoutARestart(@TempDir Path folder) throws IOException {
    Path ca = Files.copy(stranger.cert(), folder.resolve("ca.crt"));
    Path cert = Files.copy(unknown.cert(), folder.resolve("agent.crt"));
    Path key = Files.copy(unknown.key(), folder.resolve("agent.key"));
    String options = "&ca=%s&cert=%s&key=%s".formatted(ca, cert, key);
    Watcher watcher = new Watcher(parties.open(url("127.0.0.1", options)));
    await().untilAsserted(() -> assertThat(watcher.registry.problem()).contains("certificat"));

    replace(ca, authority.cert());
    await().untilAsserted(() -> assertThat(watcher.registry.problem()).contains("that cert names"));
    assertThat(watcher.seen).as("its own certificate is still a stranger's").isEmpty();

    replace(cert, agent.cert());
    replace(key, agent.key());
    await().until(() -> !watcher.seen.isEmpty());
  }

  private static void replace(Path file, Path with) throws IOException {
    Path part = Files.copy(with, file.resolveSibling(file.getFileName() + ".new"));
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
