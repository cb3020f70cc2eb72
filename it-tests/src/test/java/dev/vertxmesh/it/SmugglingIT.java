package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.FrontProxy;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Wire;
import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import dev.vertxmesh.testing.smuggling.Requests;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests of HTTP/1.1 that two readers may understand differently, to an agent and through front
 * proxies. What the agent made calls of, a provider tells.
 */
@Tag("attacks")
class SmugglingIT {

  /** Of calls until the proxy is well: one may be made whose answer it doesn't wait for. */
  private static final String FIRST = "id-998-y";

  /** Of requests that nobody finds odd, after the attacks. */
  private static final int RIGHT = 20;

  private static final Pattern ID = Pattern.compile("id-\\d{3}-[a-z]");

  /** A string of so many bytes in hessian2, behind the mark of a result. */
  private static final String RESULT = "\u0091\u0008";

  private static final Queue<String> CALLED = new ConcurrentLinkedQueue<>();

  private static FakeDubbo provider;
  private static Agent agent;

  @BeforeAll
  static void start() throws IOException {
    int port = Ports.free();
    provider = FakeDubbo.reading(port, SmugglingIT::answer);
    String registry = "static:dubbo://127.0.0.1:" + port + "/" + Requests.SERVICE + ";limit=1000";
    agent =
        Agent.of(
            "mesh-consumer",
            "--registry",
            registry,
            "--event-loops",
            "1",
            "--timeout",
            "120000",
            "--attachment-allow",
            "id,*");
    agent.start();
    await()
        .untilAsserted(() -> assertThat(direct(Requests.right("id-999-z"))).isEqualTo("id-999-z"));
  }

  @AfterAll
  static void close() throws IOException {
    agent.close();
    provider.close();
  }

  @BeforeEach
  void nothingIsUnderWay() {
    await().until(() -> agent.metrics().sum("mesh_calls_in_flight") == 0);
    CALLED.clear();
  }

  /** The argument is the answer; it and the attachment are one request's. */
  private static void answer(long id, String body, Socket socket) throws IOException {
    List<String> ids = ID.matcher(body).results().map(MatchResult::group).toList();
    if (ids.isEmpty()) {
      return; // a question of the agent's own
    }
    CALLED.add(ids.get(0).equals(ids.get(ids.size() - 1)) ? ids.get(0) : ids.toString());
    byte[] result = (RESULT + ids.get(0)).getBytes(StandardCharsets.ISO_8859_1);
    synchronized (socket) {
      FakeDubbo.write(socket, FakeDubbo.response(2, id, result));
    }
  }

  private static String direct(String request) throws IOException {
    try (Wire wire = Wire.to(agent.port())) {
      return wire.send(request).answer().body();
    }
  }

  @Test
  void whatIsRefusedIsAnsweredWithAProblemAndNothingBehindItIsServed() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Attack attack : Corpus.all()) {
      if (attack.status() != 0) {
        CALLED.clear();
        try (Wire wire = Wire.to(agent.port())) {
          wire.send(attack.bytes());
          for (int i = 0; i < attack.right(); i++) {
            wire.answer();
          }
          Answer answer = wire.answer();
          boolean told =
              answer.status() == attack.status()
                  && answer.detail().matches("(?s)(request|body): .+expected .+|.*more than once");
          if (!told || wire.rest().length > 0 || CALLED.size() > attack.right()) {
            wrong.add(attack + ": " + answer + " " + CALLED);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    System.out.printf(
        "straight: %d of %d attacks are to be refused, and are%n",
        Corpus.all().stream().filter(attack -> attack.status() != 0).count(), Corpus.all().size());
    assertThat(direct(Requests.right("id-999-z"))).isEqualTo("id-999-z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nginx", "envoy"})
  void aProxyInFrontAndTheAgentSeeTheSameRequests(String name, @TempDir Path folder)
      throws IOException {
    FrontProxy proxy = FrontProxy.start(name, folder, agent.port());
    List<String> through;
    try (proxy) {
      await().ignoreExceptions().until(() -> through(proxy, FIRST).equals(FIRST));
      sendAll(proxy);
      sendRight(proxy);
    }
    through = proxy.answered();
    assertThat(through).hasSizeGreaterThan(100).noneMatch(Pattern.compile("-").asMatchPredicate());
    await().until(() -> agent.metrics().sum("mesh_calls_in_flight") == 0);
    for (Attack attack : Corpus.all()) {
      String ids = attack.name().substring(0, 3);
      assertThat(of(ids, CALLED)).as("%s", attack).isEqualTo(of(ids, through));
    }
    assertThat(besidesFirst(CALLED)).containsExactlyInAnyOrderElementsOf(besidesFirst(through));
    System.out.printf(
        "through %s: %d attacks and %d right requests, of which both saw %d requests; 0 differences%n",
        name, Corpus.all().size(), RIGHT, besidesFirst(CALLED).size());
  }

  private static List<String> besidesFirst(Iterable<String> ids) {
    List<String> some = new ArrayList<>();
    ids.forEach(id -> some.add(id));
    some.removeIf(FIRST::equals);
    return some;
  }

  private static List<String> of(String attack, Iterable<String> ids) {
    List<String> some = new ArrayList<>();
    ids.forEach(
        id -> {
          if (id.contains("-" + attack + "-")) {
            some.add(id);
          }
        });
    return some;
  }

  private static String through(FrontProxy proxy, String id) throws IOException {
    try (Wire wire = Wire.to(proxy.port())) {
      return wire.send(Requests.right(id)).answer().body();
    }
  }

  /**
   * Over the proxy's connections that attacks were on. A proxy may log a request after it has
   * answered it, but before it closes that caller's connection.
   */
  private static void sendRight(FrontProxy proxy) throws IOException {
    List<Wire> wires = new ArrayList<>();
    for (int i = 0; i < RIGHT; i++) {
      Wire wire = Wire.to(proxy.port()).send(Requests.right("id-999-y"));
      wires.add(wire);
      assertThat(wire.answer().body()).isEqualTo("id-999-y");
    }
    for (Wire wire : wires) {
      wire.rest();
      wire.close();
    }
  }

  /** All at once, each until the proxy closes its connection: that waits for what doesn't come. */
  private static void sendAll(FrontProxy proxy) throws IOException {
    List<Wire> wires = new ArrayList<>();
    for (Attack attack : Corpus.all()) {
      wires.add(Wire.to(proxy.port()).send(attack.bytes()));
    }
    for (Wire wire : wires) {
      wire.rest();
      wire.close();
    }
  }
}
