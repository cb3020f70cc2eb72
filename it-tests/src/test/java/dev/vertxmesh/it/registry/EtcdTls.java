package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Who an etcd is believed to be, and who it believes agents to be, by certificates. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class EtcdTls {

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private final EtcdRelease release;
  private final int api;
  private Authority authority;
  private Authority stranger;
  private Identity agent;
  private Etcd open;
  private Etcd strict;
  private Parties parties;
  private String prefix;

  EtcdTls(EtcdRelease release, int api) {
    this.release = release;
    this.api = api;
  }

  @BeforeAll
  void startEtcd(@TempDir Path folder) {
    authority = new Authority(folder, "ours");
    stranger = new Authority(folder, "theirs");
    agent = authority.issue("agent", "");
    Identity server = authority.issue("etcd", "ip:127.0.0.1");
    open = new Etcd(release, folder.resolve("open"), 1).guarded(server, null).start();
    strict =
        new Etcd(release, folder.resolve("strict"), 1).guarded(server, authority.cert()).start();
  }

  @AfterAll
  void stopEtcd() {
    if (open != null) {
      open.close();
    }
    if (strict != null) {
      strict.close();
    }
  }

  @BeforeEach
  void begin() {
    parties = new Parties();
    prefix = "/p" + PREFIXES.incrementAndGet();
  }

  @AfterEach
  void end() {
    parties.close();
  }

  private String url(String host, Etcd etcd, String options) {
    String scheme = api == 2 ? "etcd2://" : "etcd://";
    return scheme
        + (host + ":" + etcd.guardedPort() + prefix)
        + ("?ttl=2&wait=100&cache=none&" + options);
  }

  private String trusting(Authority whom) {
    return "ca=" + whom.cert();
  }

  private static String being(Identity identity) {
    return "&cert=" + identity.cert() + "&key=" + identity.key();
  }

  private void worksWith(String url) {
    Watcher watcher = parties.watch(url);
    Registration registration = parties.announce(url, "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    Parties.get(registration.withdraw());
    await().until(() -> watcher.ids().isEmpty());
    await().until(() -> !watcher.registry.stale());
  }

  /**
   * Waits until what is wrong is said so, while neither reading nor announcing works.
   *
   * @param words a pattern that is found in it, of either case
   */
  private void isRefused(String host, Etcd etcd, String options, String words) {
    Watcher watcher = new Watcher(parties.open(url(host, etcd, options)));
    String wanted = "(?i)" + Pattern.quote(host + ":" + etcd.guardedPort()) + ".*" + words;
    await().untilAsserted(() -> assertThat(watcher.registry.problem()).containsPattern(wanted));
    System.out.printf("%s v%d: %s%n", release, api, watcher.registry.problem());
    assertThat(watcher.first.succeeded()).isFalse();
  }

  @Test
  void aServerWhoseAuthorityIsTrustedIsBelieved() {
    worksWith(url("127.0.0.1", open, trusting(authority)));
  }

  @Test
  void aServerWhoseAuthorityJavaDoesNotKnowIsRefused() {
    String words = "certificat.*unable to find valid certification path";
    isRefused("127.0.0.1", open, "tls=true", words);
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() {
    isRefused("127.0.0.1", open, trusting(stranger), "certificat");
  }

  @Test
  void aServerWhoseCertificateNamesAnotherHostIsRefused() {
    String words = "No (name|subject alternative DNS name) matching localhost found";
    isRefused("localhost", open, trusting(authority), words);
  }

  @Test
  void anAgentWithACertificateIsLetIn() {
    worksWith(url("127.0.0.1", strict, trusting(authority) + being(agent)));
  }

  @Test
  void anAgentWithoutACertificateIsToldThatItNeedsOne() {
    isRefused("127.0.0.1", strict, trusting(authority), "certificate");
  }

  @Test
  void anAgentWithACertificateOfAnotherAuthorityIsToldSo() {
    Identity unknown = stranger.issue("unknown-" + PREFIXES.incrementAndGet(), "");
    isRefused("127.0.0.1", strict, trusting(authority) + being(unknown), "certificate");
  }

  @Test
  void renewedFilesAreTakenWithoutARestart(@TempDir Path folder) throws IOException {
    Identity unknown = stranger.issue("unknown-" + PREFIXES.incrementAndGet(), "");
    Path ca = Files.copy(stranger.cert(), folder.resolve("ca.crt"));
    Path cert = Files.copy(unknown.cert(), folder.resolve("agent.crt"));
    Path key = Files.copy(unknown.key(), folder.resolve("agent.key"));
    String url = url("127.0.0.1", strict, "ca=%s&cert=%s&key=%s".formatted(ca, cert, key));
    Watcher watcher = new Watcher(parties.open(url));
    await().untilAsserted(() -> assertThat(watcher.registry.problem()).contains("certificat"));

    replace(ca, authority.cert());
    await()
        .untilAsserted(() -> assertThat(watcher.registry.problem()).doesNotContain("find valid"));
    assertThat(watcher.seen).as("its own certificate is still a stranger's").isEmpty();

    replace(cert, agent.cert());
    replace(key, agent.key());
    await().until(() -> !watcher.seen.isEmpty());
    Registration registration = parties.announce(url, "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    Parties.get(registration.withdraw());
  }

  private static void replace(Path file, Path with) throws IOException {
    Path part = Files.copy(with, file.resolveSibling(file.getFileName() + ".new"));
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
