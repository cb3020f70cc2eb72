package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Traffic;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are right but for some bytes, on all ports of both agents, for some seconds. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class MutatedBytesIT {

  /** Its calls may be slow on a busy machine, but none may fail. */
  private static final String[] PATIENT = {"x-mesh-timeout", "180000"};

  private static final int MESSAGES = 6_000;
  private static final int SEED = 18;

  /** A message in so many is sent as it is: what follows it on the port is read in order. */
  private static final int UNCHANGED = 10;

  private record Port(int number, List<byte[]> messages) {}

  private final Random random = new Random(SEED);
  private Mesh mesh;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer("--dubbo-port", "0", "--timeout", "20000")
            .jvm(Victim.MEMORY)
            .underLoad()
            .start();
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.providerAgent());
  }

  @AfterAll
  void close() {
    mesh.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] post(String path, String type, String body) {
    return ascii(
        "POST %s HTTP/1.1\r\nHost: it\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, type, body.length(), body));
  }

  private static List<byte[]> http() {
    String form =
        "interface=%s&method=hash&parameterTypesString=Ljava%%2Flang%%2FString%%3B&parameter=x"
            .formatted(Samples.HELLO);
    return List.of(
        post("/", "application/x-www-form-urlencoded", form),
        post("/" + Samples.HELLO + "/hash", "application/json", "[\"x\"]"),
        post("/" + Samples.USERS + "/echo", "application/json", "{\"args\":[{\"a\":[1,null]}]}"),
        ascii(
            "POST / HTTP/1.1\r\nHost: it\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
  }

  private static List<byte[]> http2() {
    byte[] call =
        Http2Wire.frame(
            Http2Wire.HEADERS,
            Http2Wire.END_HEADERS,
            1,
            Http2Wire.grpc("/" + Samples.HELLO + "/hash"));
    byte[] json =
        Http2Wire.frame(
            Http2Wire.HEADERS,
            Http2Wire.END_HEADERS,
            3,
            Http2Wire.json("/" + Samples.HELLO + "/hash"));
    byte[] body = Http2Wire.frame(Http2Wire.DATA, 1, 3, ascii("[\"x\"]"));
    byte[] message = Http2Wire.frame(Http2Wire.DATA, 1, 1, new byte[] {0, 0, 0, 0, 1, 9});
    return List.of(
        Http2Wire.joined(List.of(Http2Wire.hello(), call, message)),
        Http2Wire.joined(List.of(Http2Wire.hello(), json, body)));
  }

  private static List<byte[]> admin() {
    return List.of(
        ascii("GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        ascii("GET /topology HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  }

  private static List<byte[]> dubbo() {
    byte[] body =
        HexFormat.of()
            .parseHex(
                ("05322e302e32"
                        + "%02x%s".formatted(Samples.HELLO.length(), hex(Samples.HELLO))
                        + "05302e302e30"
                        + "0468617368")
                    + "124c6a6176612f6c616e672f537472696e673b"
                    + "0178"
                    + "4804706174680178"
                    + "5a");
    byte[] request =
        ByteBuffer.allocate(16 + body.length)
            .putShort((short) 0xdabb)
            .put((byte) 0xc2)
            .put((byte) 0)
            .putLong(7)
            .putInt(body.length)
            .put(body)
            .array();
    return List.of(request, HexFormat.of().parseHex("dabbe20000000000000000080000000" + "14e"));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(ascii(text));
  }

  private static List<byte[]> links() {
    return List.of(
        Http2Wire.joined(
            List.of(
                LinkWire.hello(),
                LinkWire.define(0, Samples.HELLO, "hash", "Ljava/lang/String;"),
                LinkWire.request(1, 0, LinkWire.TEXT, "x"),
                LinkWire.request(2, 0, LinkWire.GRPC, ""),
                LinkWire.data(2, new byte[] {0, 0, 0, 0, 1, 9}))));
  }

  private List<Port> ports() {
    Agent first = mesh.consumer();
    Agent second = mesh.providerAgent();
    return List.of(
        new Port(first.port(), http()),
        new Port(first.port(), http2()),
        new Port(first.dubboPort(), dubbo()),
        new Port(first.adminPort(), admin()),
        new Port(second.port(), links()),
        new Port(second.adminPort(), admin()));
  }

  private byte[] mutated(byte[] message) {
    byte[] bytes = message.clone();
    if (random.nextInt(UNCHANGED) == 0) {
      return bytes;
    }
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = joined(bytes, at, at + random.nextInt(bytes.length - at));
        default -> bytes = joined(bytes, Math.min(bytes.length, at + 1 + random.nextInt(8)), at);
      }
      if (bytes.length == 0) {
        return message;
      }
    }
    return bytes;
  }

  /** What stands before one place and what stands from another on. */
  private static byte[] joined(byte[] bytes, int to, int from) {
    byte[] begin = Arrays.copyOf(bytes, to);
    byte[] end = Arrays.copyOfRange(bytes, from, bytes.length);
    return Http2Wire.joined(List.of(begin, end));
  }

  private void send(Port port) throws IOException {
    try (Wire wire = Wire.to(port.number())) {
      List<byte[]> all = port.messages();
      for (int i = random.nextInt(3); i >= 0; i--) {
        wire.send(mutated(all.get(random.nextInt(all.size()))));
      }
    } catch (IOException closed) {
      // which is an answer, too
    }
  }

  private static double inFlight(Agent agent) {
    return agent.metrics().sum("mesh_calls_in_flight");
  }

  @Test
  void harmNobodyAndLeaveNothing() throws IOException {
    List<Port> ports = ports();
    try (Traffic good = Traffic.through(mesh, PATIENT)) {
      good.awaitMore(10);
      for (int i = 0; i < MESSAGES; i++) {
        send(ports.get(i % ports.size()));
      }
      good.awaitMore(10);
      assertThat(good.failures()).as("seed %d", SEED).isEmpty();
    }
    for (Agent agent : List.of(mesh.consumer(), mesh.providerAgent())) {
      await().until(() -> inFlight(agent) == 0);
      assertThat(agent.process().lines()).noneMatch(line -> line.contains(" ERROR "));
    }
    consumer.assertUnharmed();
    provider.assertUnharmed();
    consumer.say();
    provider.say();
    for (Agent agent : List.of(mesh.consumer(), mesh.providerAgent())) {
      agent.terminate();
      assertThat(agent.process().awaitExit()).isZero();
      assertThat(agent.process().lines())
          .noneMatch(line -> line.contains("not done after"))
          .last()
          .asString()
          .endsWith("stopped");
    }
  }
}
