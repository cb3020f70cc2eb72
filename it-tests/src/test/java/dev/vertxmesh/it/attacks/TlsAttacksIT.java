package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Wire;
import dev.vertxmesh.net.TlsEngine;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Handshakes that don't come to an end, at an agent with the README's memory. A good caller keeps
 * its connection; a new one may be the oldest that has made no request, if thousands come after it
 * within its handshake.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(names = {"OPENSSL", "JDK"})
@TestInstance(Lifecycle.PER_CLASS)
@Tag("attacks")
class TlsAttacksIT {

  private static final int CONNECTIONS = 1_900;

  @Parameter TlsEngine engine;

  private final List<Wire> wires = new ArrayList<>();
  private Vertx vertx;
  private Agent agent;
  private Victim victim;
  private HttpClient client;
  private GoodCaller good;

  @BeforeParameterizedClassInvocation
  void start(TlsEngine by, @TempDir Path folder) {
    Authority authority = new Authority(folder, "ours");
    Identity identity = authority.issue("agent", "ip:127.0.0.1");
    agent =
        Agent.of(
                "mesh-consumer",
                "--registry",
                "static:127.0.0.1:1/com.x.A",
                "--tls-cert",
                "" + identity.cert(),
                "--tls-key",
                "" + identity.key(),
                "--tls-engine",
                by.name().toLowerCase())
            .underLoad()
            .jvm(List.of(Victim.MEMORY));
    agent.start();
    vertx = Vertx.vertx();
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setTrustOptions(new PemTrustOptions().addCertPath("" + authority.cert())),
            new PoolOptions().setHttp1MaxSize(1)); // it calls on while an answer's end comes
    call();
    victim = new Victim(by + " agent", agent);
  }

  @AfterParameterizedClassInvocation
  void stop() {
    victim.say();
    agent.close();
    vertx.close().await();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = GoodCaller.calling(this::call);
  }

  @AfterEach
  void nobodyIsHarmed() throws IOException {
    good.callOn();
    victim.say();
    for (Wire wire : wires) {
      wire.close();
    }
    wires.clear();
    good.callOn();
    good.leave();
    victim.assertUnharmed();
    await().until(() -> agent.metrics().sum("mesh_callers_connections") < 10); // the good caller's
  }

  private void call() {
    int status =
        client
            .request(HttpMethod.GET, agent.port(), "127.0.0.1", "/nothing")
            .compose(request -> request.send().map(response -> response.statusCode()))
            .toCompletionStage()
            .toCompletableFuture()
            .orTimeout(60, TimeUnit.SECONDS)
            .join();
    assertThat(status).isEqualTo(404);
  }

  private void open(int count, byte[]... bytes) throws IOException {
    for (int i = 0; i < count; i++) {
      Wire wire = Wire.to(agent.port());
      wires.add(wire);
      for (byte[] some : bytes) {
        try {
          wire.send(some);
        } catch (IOException e) {
          break; // it was closed, as there's no room for it
        }
      }
    }
  }

  /** The first record of a client, whole. */
  private static byte[] hello() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 1);
    engine.setUseClientMode(true);
    ByteBuffer bytes = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), bytes);
    byte[] hello = new byte[bytes.flip().remaining()];
    bytes.get(hello);
    return hello;
  }

  /** A record that begins a hello of so many bytes, of which it has so many. */
  private static byte[] helloOf(int length, int bytes) {
    return ByteBuffer.allocate(5 + bytes)
        .put((byte) 22)
        .putShort((short) 0x0301)
        .putShort((short) bytes)
        .putInt(1 << 24 | length)
        .putShort((short) 0x0303)
        .array();
  }

  /** A record that goes on with it. */
  private static byte[] more(int bytes) {
    return ByteBuffer.allocate(5 + bytes)
        .put((byte) 22)
        .putShort((short) 0x0301)
        .putShort((short) bytes)
        .array();
  }

  @Test
  void hellosAfterWhichNothingComes() throws Exception {
    open(CONNECTIONS, hello());
  }

  /** Each record is whole; the message that they are parts of isn't. */
  @Test
  void messagesOfAHandshakeThatArentWhole() throws IOException {
    open(CONNECTIONS, helloOf(32_000, 16_000), more(15_990));
    open(CONNECTIONS, helloOf(16_000, 15_990));
  }

  /** They are told why, and have a second to read it. */
  @Test
  void hellosThatCannotBeRead() throws IOException {
    open(CONNECTIONS, helloOf(16_000, 16_004));
  }

  @Test
  void messagesOfAHandshakeInRecordsOfAByte() throws IOException {
    byte[] small = more(1);
    ByteBuffer many = ByteBuffer.allocate(2_000 * small.length);
    for (int i = 0; i < 2_000; i++) {
      many.put(small);
    }
    open(CONNECTIONS, helloOf(16_000, 100), many.array());
  }

  @Test
  void recordsThatArentWhole() throws IOException {
    byte[] whole = helloOf(16_000, 16_000);
    byte[] most = new byte[15_000];
    System.arraycopy(whole, 0, most, 0, most.length);
    open(CONNECTIONS, most);
  }
}
