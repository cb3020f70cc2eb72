package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Traffic;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who may be at either end of a link with TLS: real agents, and beside them others who aren't whom
 * they should be, in both directions. The agents' own calls go on all the while. The provider's
 * agent has one engine, and the consumer's the other.
 */
@ParameterizedClass(name = "the provider''s agent by {0}")
@ValueSource(strings = {"openssl", "jdk"})
class LinkTlsIT {

  private static final String ORDERS = "spiffe://mesh/ns/shop/sa/orders";
  private static final String GATEWAY = "spiffe://mesh/ns/edge/sa/gateway";
  private static final String STOCK = "spiffe://mesh/ns/shop/sa/stock";

  /** What the provider's agent gives who connects, less what it may have begun to count before. */
  private static final Duration GREETING = Duration.ofMillis(2_500);

  private static Path folder;
  private static Signer ours;
  private static Signer theirs;
  private static Mesh mesh;
  private static Vertx vertx;
  private static Registry registry;
  private static Traffic calls;
  private final List<FakeAgent> fakes = new ArrayList<>();

  @Parameter String engine;

  @BeforeParameterizedClassInvocation
  static void start(String engine, @TempDir Path made) throws Exception {
    folder = made;
    ours = new Signer("ours");
    theirs = new Signer("theirs");
    ours.write(folder);
    Signer.write(ours.issue(ORDERS), folder, "orders");
    Signer.write(ours.issue(GATEWAY), folder, "gateway");
    mesh =
        Mesh.in(folder)
            .with(
                Provider.dubbo("2.6.12")
                    .agent(flags("orders", "spiffe://mesh/ns/edge/sa/*"))
                    .agent("--tls-engine", engine)
                    .agent("--log-level", "debug"))
            .consumer(
                Stream.concat(
                        Stream.of(flags("gateway", ORDERS)),
                        Stream.of("--tls-engine", engine.equals("jdk") ? "openssl" : "jdk"))
                    .toArray(String[]::new))
            .start();
    calls = Traffic.through(mesh);
    vertx = Vertx.vertx();
    registry = Registries.open(vertx, mesh.registry());
  }

  private static String[] flags(String name, String peer) {
    return new String[] {
      "--link-tls-cert", folder.resolve(name + ".crt").toString(),
      "--link-tls-key", folder.resolve(name + ".key").toString(),
      "--link-tls-ca", folder.resolve("ca.crt").toString(),
      "--link-peer-san", peer
    };
  }

  @AfterParameterizedClassInvocation
  static void close() {
    calls.close();
    registry.close();
    vertx.close();
    mesh.close();
  }

  @AfterEach
  void theOthersCallsWentOn() {
    fakes.forEach(FakeAgent::close);
    calls.awaitMore(20);
    assertThat(calls.failures()).isEmpty();
  }

  private FakeAgent announced(FakeAgent fake, String service, String identity) {
    return announced(fake, Protocol.MESH, service, identity);
  }

  private FakeAgent announced(FakeAgent fake, Protocol protocol, String service, String identity) {
    fakes.add(fake);
    Instance entry =
        new Instance(
                protocol,
                service,
                "127.0.0.1",
                fake.port(),
                List.of(ServiceKey.of("it." + service)),
                1,
                Map.of(),
                0,
                System.currentTimeMillis())
            .provingToBe(identity);
    await().until(registry.announce(entry)::succeeded);
    return fake;
  }

  /** Waits until calls of a service fail for this reason, and no frame went there. */
  private void isRefused(FakeAgent fake, String service, String state, String reason) {
    await()
        .untilAsserted(
            () -> {
              Answer answer = mesh.http().json("it." + service, "x", "[]");
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.detail()).contains("127.0.0.1:" + fake.port(), reason);
            });
    assertThat(fake.frameBytes()).isZero();
    assertThat(state).contains(link(fake).getString("state"));
  }

  private static JsonObject link(FakeAgent fake) {
    return mesh.consumer().topology().getJsonArray("links").stream()
        .map(JsonObject.class::cast)
        .filter(link -> link.getString("peer").equals("127.0.0.1:" + fake.port()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anEntryThatSomebodyForgedGetsNoCalls() throws Exception {
    FakeAgent stock = announced(FakeAgent.with(ours.issue(STOCK)), "Forged", ORDERS);
    String reason =
        "refused: proves to be %s, expected %s, as the registry has it".formatted(STOCK, ORDERS);
    isRefused(stock, "Forged", "refused connecting", reason);
    await().until(() -> stock.connections() >= 4); // it's tried again, and said once for each loop
    long said =
        mesh.consumer().process().lines().stream()
            .filter(line -> line.contains(":" + stock.port() + ": " + reason))
            .count();
    assertThat(said).isBetween(1L, (long) Runtime.getRuntime().availableProcessors());
  }

  /** It would be called without a link, and so without anybody's certificate. */
  @Test
  void anEntryOfAProviderWithoutAnAgentGetsNoneInPlainText() throws Exception {
    FakeAgent stock =
        announced(FakeAgent.with(ours.issue(STOCK)), new Protocol("dubbo"), "Straight", "");
    String reason =
        "refused: it has no agent and would be called in plain text, while this agent's links are"
            + " encrypted; expected its address in --plain-text-to, or TLS";
    await()
        .untilAsserted(
            () -> {
              Answer answer = mesh.http().json("it.Straight", "x", "[]");
              assertThat(answer.status()).isEqualTo(503);
              assertThat(answer.detail()).contains("dubbo 127.0.0.1:" + stock.port(), reason);
            });
    assertThat(stock.connections()).isZero();
    assertThat(mesh.consumer().topology().getJsonArray("services").encode())
        .contains("dubbo://127.0.0.1:" + stock.port(), "\"refused\"", reason);
    String line = "127.0.0.1:" + stock.port() + ": " + reason;
    mesh.consumer().process().awaitLine(Pattern.compile(".*" + Pattern.quote(line) + ".*"));
    assertThat(mesh.consumer().process().lines().stream().filter(one -> one.contains(line)))
        .as("once for all event loops")
        .hasSize(1);
  }

  @Test
  void anEntryThatNamesItsForgerGetsNoneEither() throws Exception {
    FakeAgent stock = announced(FakeAgent.with(ours.issue(STOCK)), "Renamed", STOCK);
    isRefused(
        stock,
        "Renamed",
        "refused connecting",
        "refused: proves to be %s, expected %s".formatted(STOCK, ORDERS));
  }

  @Test
  void aProviderOfAnotherAuthorityGetsNoCalls() throws Exception {
    FakeAgent fake = announced(FakeAgent.with(theirs.issue(ORDERS)), "Other", ORDERS);
    String reason = "its certificate isn't of an authority that is trusted here";
    isRefused(fake, "Other", "waiting connecting", reason);
  }

  @Test
  void aProviderWhoseCertificateHasExpiredGetsNoCalls() throws Exception {
    FakeAgent fake = announced(FakeAgent.with(ours.expired(ORDERS)), "Expired", ORDERS);
    isRefused(fake, "Expired", "waiting connecting", "its certificate has expired: NotAfter: ");
  }

  @Test
  void aProviderWhoseCertificateIsntValidYetGetsNoCalls() throws Exception {
    FakeAgent fake = announced(FakeAgent.with(ours.notYetValid(ORDERS)), "Early", ORDERS);
    isRefused(fake, "Early", "waiting connecting", "its certificate isn't valid yet: NotBefore: ");
  }

  @Test
  void aProviderWithPlainLinksGetsNoCalls() throws Exception {
    FakeAgent fake = announced(FakeAgent.plain(), "Plain", "");
    isRefused(fake, "Plain", "waiting connecting", "it speaks plain text");
  }

  /** Who connects to the provider's agent. */
  private static SSLSocket connect(SSLContext context) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), mesh.providerAgent().port());
    socket.setSoTimeout(120_000);
    return socket;
  }

  /** What the provider's agent says of it, in a line, and how it ends. */
  private static void isTurnedAway(X509Bundle identity, String line) throws Exception {
    try (SSLSocket socket = connect(FakeAgent.contextOf(identity))) {
      socket.startHandshake();
      socket.getOutputStream().write(LinkWire.hello());
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    } catch (SSLException | SocketException e) {
      assertThat(e.getMessage()).isNotNull(); // an alert, or the connection is gone already
    }
    isSaid(" no TLS: ", line);
  }

  /** With this level each is said, and not one in ten seconds. */
  private static void isSaid(String... parts) {
    await()
        .until(
            () ->
                mesh.providerAgent().process().lines().stream()
                    .anyMatch(line -> Stream.of(parts).allMatch(line::contains)));
  }

  @Test
  void aConsumerIsTurnedAwayWhoseCertificateIsNoGood() throws Exception {
    X509Bundle expired = ours.expired(GATEWAY);
    X509Bundle early = ours.notYetValid(GATEWAY);
    isTurnedAway(null, "Empty client certificate chain");
    isTurnedAway(theirs.issue(GATEWAY), "unable to find valid certification path");
    isTurnedAway(expired, "NotAfter: ");
    isTurnedAway(early, "NotBefore: ");
    assertThat(openLinks()).isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }

  private static double openLinks() {
    return mesh.providerAgent().metrics().sum("mesh_links", "state=\"open\"");
  }

  @Test
  void aConsumerIsTurnedAwayWhoProvesToBeSomebodyElse() throws Exception {
    try (SSLSocket socket = connect(FakeAgent.contextOf(ours.issue(STOCK)))) {
      socket.getOutputStream().write(LinkWire.hello());
      String last = new String(socket.getInputStream().readAllBytes(), "ISO-8859-1");
      assertThat(last)
          .contains("refused by its certificate, which proves to be " + STOCK + ", expected ");
    }
    isSaid(" refused: proves to be " + STOCK + ", expected spiffe://mesh/ns/edge/sa/*");
  }

  @Test
  void aConsumerIsTurnedAwayWhoSpeaksPlainText() throws Exception {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), mesh.providerAgent().port())) {
      socket.setSoTimeout(120_000);
      socket.getOutputStream().write(LinkWire.hello());
      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
    isSaid("links: /127.0.0.1:", "plain text, expected TLS");
  }

  @Test
  void anOldVersionOfTlsIsTurnedAway() throws Exception {
    SSLContext context = FakeAgent.contextOf(ours.issue(GATEWAY));
    try (SSLSocket socket = connect(context)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
    }
    try (SSLSocket socket = connect(context)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.1"});
      assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  @Test
  void tenNewCertificatesOfEachSideLoseNoCallAndNoLink() throws Exception {
    FakeAgent watcher = announced(FakeAgent.with(ours.issue(STOCK)), "Watcher", ORDERS);
    await().until(() -> watcher.shown() != null);
    long links = opened();
    for (int i = 0; i < 10; i++) {
      X509Bundle orders = ours.issue(ORDERS);
      X509Bundle gateway = ours.issue(GATEWAY);
      Signer.write(orders, folder, "orders");
      Signer.write(gateway, folder, "gateway");
      await().until(() -> orders.getCertificate().equals(shownByProvider()));
      await().until(() -> gateway.getCertificate().equals(watcher.shown()));
      calls.awaitMore(20);
    }
    assertThat(opened()).isEqualTo(links);
  }

  @Test
  void whoseAuthorityIsTakenAwayMakesNoLinkAgain() throws Exception {
    theirs.write(folder);
    await().until(() -> !isGreeted(ours.issue(GATEWAY)));
    ours.write(folder);
    await().until(() -> isGreeted(ours.issue(GATEWAY)));
  }

  /** Whether the provider's agent has a word for who connects as this one. */
  private static boolean isGreeted(X509Bundle identity) throws Exception {
    try (SSLSocket socket = connect(FakeAgent.contextOf(identity))) {
      socket.startHandshake();
      socket.getOutputStream().write(LinkWire.hello());
      return socket.getInputStream().read() >= 0;
    } catch (SSLException | SocketException e) {
      return false;
    }
  }

  /** How often the consumer's agent has opened a link to the provider's. */
  private static long opened() {
    String line = "mesh-provider 127.0.0.1:" + mesh.providerAgent().port() + ": open";
    return mesh.consumer().process().lines().stream().filter(each -> each.endsWith(line)).count();
  }

  /** Null if this JVM was too slow with its handshake, for which there's as long as to greet. */
  private static X509Certificate shownByProvider() throws Exception {
    SSLContext context = FakeAgent.contextOf(ours.issue(GATEWAY));
    long begun = System.nanoTime();
    try (SSLSocket socket = connect(context)) {
      socket.startHandshake();
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    } catch (SSLException | SocketException e) {
      if (System.nanoTime() - begun < GREETING.toNanos()) {
        throw e;
      }
      return null;
    }
  }
}
