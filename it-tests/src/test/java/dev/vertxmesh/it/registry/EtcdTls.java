package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.registry.Parties.Watcher;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
    return scheme + (host + ":" + etcd.guardedPort() + prefix) + ("?ttl=2&cache=none&" + options);
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
    assertThat(watcher.registry.stale()).isFalse();
  }

  /** What is shown while neither reading nor announcing works. */
  private String problemOf(String url) {
    Watcher watcher = new Watcher(parties.open(url));
    await().until(() -> !watcher.registry.problem().isEmpty());
    String problem = watcher.registry.problem();
    System.out.printf("%s v%d: %s%n", release, api, problem);
    assertThat(watcher.first.succeeded()).isFalse();
    return problem;
  }

  @Test
  void aServerWhoseAuthorityIsTrustedIsBelieved() {
    worksWith(url("127.0.0.1", open, trusting(authority)));
  }

  @Test
  void aServerWhoseAuthorityJavaDoesNotKnowIsRefused() {
    assertThat(problemOf(url("127.0.0.1", open, "tls=true")))
        .contains("127.0.0.1:" + open.guardedPort())
        .containsIgnoringCase("certificat")
        .contains("unable to find valid certification path");
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() {
    assertThat(problemOf(url("127.0.0.1", open, trusting(stranger))))
        .contains("127.0.0.1:" + open.guardedPort())
        .containsIgnoringCase("certificat");
  }

  @Test
  void aServerWhoseCertificateNamesAnotherHostIsRefused() {
    assertThat(problemOf(url("localhost", open, trusting(authority))))
        .contains("localhost:" + open.guardedPort())
        .containsPattern("No (name|subject alternative DNS name) matching localhost found");
  }

  @Test
  void anAgentWithACertificateIsLetIn() {
    worksWith(url("127.0.0.1", strict, trusting(authority) + being(agent)));
  }

  @Test
  void anAgentWithoutACertificateIsToldThatItNeedsOne() {
    assertThat(problemOf(url("127.0.0.1", strict, trusting(authority))))
        .contains("127.0.0.1:" + strict.guardedPort())
        .containsIgnoringCase("certificate");
  }

  @Test
  void anAgentWithACertificateOfAnotherAuthorityIsToldSo() {
    Identity unknown = stranger.issue("unknown-" + PREFIXES.incrementAndGet(), "");
    assertThat(problemOf(url("127.0.0.1", strict, trusting(authority) + being(unknown))))
        .contains("127.0.0.1:" + strict.guardedPort())
        .containsIgnoringCase("certificate");
  }
}
