package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Answers of a Dubbo provider that are large, and that nobody takes. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class UntakenIT {

  private static final int CHUNKS = 61;
  private static final byte[] LARGE = string();
  private static final byte[] SMALL = HexFormat.of().parseHex("9195");

  /** The method that has the large answer; what the agent itself asks has none. */
  private static final String METHOD = "large";

  /** Answers of 4 MB: 80 MB for agents that have 64 MiB of each kind of memory. */
  private static final int ENOUGH = 20;

  private final List<Wire> wires = new ArrayList<>();
  private final AtomicInteger large = new AtomicInteger();
  private Mesh mesh;
  private FakeDubbo fake;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12").agent(Victim.CALM))
            .consumer(Victim.CALM)
            .jvm(Victim.MEMORY)
            .underLoad()
            .startAgents();
    fake = FakeDubbo.reading(mesh.dubbo().port(), this::answer);
    Mesh.awaitReady(mesh.providerAgent());
    mesh.awaitOpen();
    theGoodCallerIsAnswered();
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.providerAgent());
  }

  private void answer(long id, String body, Socket socket) throws IOException {
    boolean isLarge = body.contains(METHOD);
    FakeDubbo.write(socket, FakeDubbo.response(2, id, isLarge ? LARGE : SMALL));
    if (isLarge) {
      large.incrementAndGet();
    }
  }

  /** A string of 4 MB in hessian2: chunks of 65,535 characters, and an empty last one. */
  private static byte[] string() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] chunk = "x".repeat(65_535).getBytes(StandardCharsets.US_ASCII);
    out.write(0x91);
    for (int i = 0; i < CHUNKS; i++) {
      out.writeBytes(new byte[] {'R', -1, -1});
      out.writeBytes(chunk);
    }
    out.write(0);
    return out.toByteArray();
  }

  @AfterAll
  void close() throws IOException {
    consumer.say();
    provider.say();
    mesh.close();
    fake.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    large.set(0);
    good = GoodCaller.calling(this::theGoodCallerIsAnswered);
  }

  @AfterEach
  void nobodyIsHarmed() throws IOException {
    good.callOn();
    consumer.say();
    provider.say();
    for (Wire wire : wires) {
      wire.close();
    }
    wires.clear();
    good.callOn();
    good.leave();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  private void theGoodCallerIsAnswered() {
    assertThat(mesh.http().hash("hello").body()).isEqualTo("5");
  }

  private Wire open(int port) throws IOException {
    Wire wire = Wire.to(port);
    wires.add(wire);
    return wire;
  }

  /** More were asked of the provider than there's memory for; of the rest some may be refused. */
  private void awaitArrived() {
    await().until(() -> large.get() >= ENOUGH);
  }

  @Test
  void overHttp1() throws IOException {
    for (int i = 0; i < 30; i++) {
      open(mesh.consumer().port())
          .post("/" + Samples.HELLO + "/" + METHOD, "application/json", "[\"hello\"]");
    }
    awaitArrived();
  }

  @Test
  void overHttp2() throws IOException {
    for (int i = 0; i < 3; i++) {
      Wire wire = open(mesh.consumer().port()).send(hello());
      for (int stream = 1; stream < 24; stream += 2) {
        byte[] head = Http2Wire.json("/" + Samples.HELLO + "/" + METHOD);
        wire.send(frame(HEADERS, END_HEADERS, stream, head));
        wire.send(frame(DATA, 1, stream, "[\"hello\"]".getBytes(StandardCharsets.US_ASCII)));
      }
    }
    awaitArrived();
  }

  @Test
  void overLinks() throws IOException {
    for (int i = 0; i < 5; i++) {
      Wire wire = open(mesh.providerAgent().port()).send(LinkWire.hello());
      wire.send(LinkWire.define(0, Samples.HELLO, METHOD, "Ljava/lang/String;"));
      for (int id = 1; id <= 10; id++) {
        wire.send(LinkWire.request(id, 0, LinkWire.TEXT, "hello"));
      }
    }
    awaitArrived();
  }
}
