package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.CONTINUATION;
import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.PING;
import static dev.vertxmesh.it.harness.Http2Wire.PRIORITY;
import static dev.vertxmesh.it.harness.Http2Wire.SETTINGS;
import static dev.vertxmesh.it.harness.Http2Wire.WINDOW_UPDATE;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static dev.vertxmesh.it.harness.Http2Wire.joined;
import static dev.vertxmesh.it.harness.Http2Wire.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Traffic;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections that want to hurt, at an agent with the README's memory; a good caller beside them
 * gets each of its answers. Times are shorter than by default, so that there's something to see.
 */
@Tag("attacks")
class ConnectionAttacksIT {

  private static final int RST_STREAM = 3;
  private static final int TIMES = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(200);
  private static final String ENDS = "mesh_callers_connection_ends_total";
  private static final String POST = "POST / HTTP/1.1\r\nHost: it\r\nContent-Length: 10000\r\n\r\n";

  private static Mesh mesh;
  private static Victim consumer;

  private final List<Wire> wires = new ArrayList<>();
  private Traffic good;

  @BeforeAll
  static void start(@TempDir Path folder) {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("3.3.6"))
            .consumer("--head-timeout", "" + TIMES, "--idle-timeout", "" + 2 * TIMES)
            .jvm(Victim.MEMORY)
            .underLoad()
            .start();
    consumer = new Victim("consumer", mesh.consumer());
  }

  @AfterAll
  static void close() {
    consumer.say();
    mesh.close();
  }

  @BeforeEach
  void theGoodCallerBegins() {
    good = Traffic.through(mesh);
    good.awaitMore(5);
  }

  @AfterEach
  void theGoodCallerNoticedNothing() throws IOException {
    good.awaitMore(5);
    good.close();
    for (Wire wire : wires) {
      wire.close();
    }
    assertThat(good.failures()).isEmpty();
    consumer.assertUnharmed();
  }

  private Wire open() throws IOException {
    Wire wire = Wire.to(mesh.consumer().port());
    wires.add(wire);
    return wire;
  }

  private void open(int count, String text) throws IOException {
    for (int i = 0; i < count; i++) {
      open().send(text);
    }
  }

  private static double connections() {
    return mesh.consumer().metrics().sum("mesh_callers_connections");
  }

  private static double ends(String reason) {
    return mesh.consumer().metrics().sum(ENDS, "reason", reason);
  }

  @Test
  void whoHoldsConnectionsForNothingLosesThem() throws IOException {
    open(100, "");
    open(100, "POST / HTTP/1.1\r\nHost: it\r\nA");
    open(100, POST);
    open(50, "GET / HTTP/1.1\r\nHost: it\r\n\r\n");
    List<Wire> dripping = List.copyOf(drips());
    for (int i = 0; i < 20; i++) {
      open().send(hello());
    }
    double silent = ends("head");
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              drip(dripping);
              return connections() <= 1; // the good caller's
            });
    assertThat(silent + ends("head")).isPositive();
    assertThat(ends("idle")).isPositive();
  }

  @Test
  void whoUpgradesToHttp2AndSaysNothingLosesItsConnection() throws IOException {
    open(
        300,
        "GET / HTTP/1.1\r\nHost: it\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            + "Upgrade: h2c\r\nHTTP2-Settings: AAQAAP__\r\n\r\n");
    await().atMost(PATIENCE).until(() -> connections() > 1_000);
    double before = ends("head");
    await().atMost(PATIENCE).until(() -> connections() <= 1); // the good caller's
    assertThat(ends("head") - before).isEqualTo(300);
  }

  /** As objects they take three times as much as on the wire. */
  @Test
  void whoHoldsLargeHeadsByBodiesThatDontComeLosesThem() throws IOException {
    String headers = ("%%s: %s\r\n".formatted("v".repeat(80))).repeat(85);
    Object[] names = IntStream.range(0, 85).mapToObj(i -> "h" + i).toArray();
    String head = "POST / HTTP/1.1\r\nHost: it\r\nContent-Length: 10000\r\n";
    open(1_800, head + headers.formatted(names) + "\r\n[");
    await().atMost(PATIENCE).until(() -> ends("held") > 0);
  }

  /** What one turn of an event loop reads is kept, however many requests that is. */
  @Test
  void requestsFarAheadOfTheirAnswersHaveASmallPartOfTheMemory() throws IOException {
    double before = ends("held");
    String call =
        "POST /%s/hash HTTP/1.1\r\nHost: it\r\nContent-Type: application/json\r\n"
                .formatted(Samples.HELLO)
            + "Content-Length: 9\r\n\r\n[\"hello\"]";
    sendAhead(mesh.consumer().port(), call);
    await().atMost(PATIENCE).until(() -> ends("held") > before);
    sendAhead(mesh.consumer().adminPort(), "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  private void sendAhead(int port, String request) throws IOException {
    String all = request.repeat(300_000 / request.length());
    for (int i = 0; i < 100; i++) {
      Wire wire = Wire.to(port);
      wires.add(wire);
      try {
        wire.send(all);
      } catch (IOException closed) {
        // one that held too much
      }
    }
  }

  /** Of one that is read no further the rest may come for a while, so that the answer is taken. */
  @Test
  void whoDripsABodyAtTheAdminPortLosesItsConnection() throws IOException {
    for (String type : List.of("application/json", "text/plain")) {
      Wire wire = Wire.to(mesh.consumer().adminPort());
      wires.add(wire);
      wire.send(
          "PUT /log HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\nContent-Length: 10000\r\n\r\n{"
              .formatted(type));
      await().atMost(PATIENCE).until(() -> !takes(wire));
    }
  }

  private List<Wire> drips() throws IOException {
    List<Wire> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(open().send(POST));
    }
    return all;
  }

  private static void drip(List<Wire> wires) {
    wires.forEach(ConnectionAttacksIT::takes);
  }

  /** Whether it's still open for one more byte. */
  private static boolean takes(Wire wire) {
    try {
      wire.send("x");
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  void headsThatDontEndHaveASmallPartOfTheMemory() throws IOException {
    double before = ends("held");
    String head = "POST / HTTP/1.1\r\nHost: it\r\nX: " + "a".repeat(4_000);
    for (int i = 0; i < 10_000; i++) {
      Wire wire = Wire.to(mesh.consumer().port());
      wires.add(wire);
      try {
        wire.send(head);
      } catch (IOException closed) {
        // one that had to go already
      }
    }
    await().atMost(PATIENCE).until(() -> ends("held") > before);
  }

  @Test
  void streamsThatSayNothingAreBoundedOnAConnectionAndInAll() throws IOException {
    List<byte[]> streams = new ArrayList<>(List.of(hello()));
    byte[] block = Http2Wire.grpc("/" + Samples.HELLO + "/hash");
    for (int i = 0; i < 400; i++) {
      streams.add(frame(HEADERS, END_HEADERS, 2 * i + 1, block));
    }
    byte[] bytes = joined(streams);
    for (int i = 0; i < 25; i++) {
      open().send(bytes);
    }
    byte[] refused = frame(RST_STREAM, 0, 2 * 399 + 1, (byte) 0, (byte) 0, (byte) 0, (byte) 7);
    wires.get(0).awaitBytes(refused);
  }

  /** A byte of HPACK is a header, and so 38 kB of the heap come in 200 bytes. */
  @Test
  void streamsThatHoldLargeHeadsAreEndedAndOthersGoOn() throws IOException {
    byte[] block = joined(List.of(Http2Wire.json("/" + Samples.HELLO + "/hash"), headers(95)));
    List<byte[]> streams = new ArrayList<>(List.of(hello()));
    for (int i = 0; i < 240; i++) {
      streams.add(frame(HEADERS, END_HEADERS, 2 * i + 1, block));
    }
    byte[] bytes = joined(streams);
    for (int i = 0; i < 8; i++) {
      open().send(bytes);
    }
    byte[] calm = {0, 0, 0, 11};
    wires.get(0).awaitBytes(frame(RST_STREAM, 0, 1, calm));
  }

  private static byte[] headers(int count) {
    byte[] all = new byte[count];
    Arrays.fill(all, (byte) 0x8f); // accept-charset, of HPACK's static table, with no value
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"continuation", "priority", "window update", "settings", "ping", "data", "other"})
  void whoFloodsIsClosed(String what) throws IOException {
    double before = ends("flood");
    byte[] call = frame(HEADERS, END_HEADERS, 1, Http2Wire.grpc("/" + Samples.HELLO + "/hash"));
    Wire wire = open().send(hello());
    byte[] flood =
        switch (what) {
          case "continuation" -> {
            wire.send(frame(HEADERS, 0, 1, (byte) 0x83));
            yield frame(CONTINUATION, 0, 1);
          }
          case "priority" -> frame(PRIORITY, 0, 3, new byte[5]);
          case "window update" -> frame(WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1});
          case "settings" -> frame(SETTINGS, 0, 0);
          case "ping" -> frame(PING, 0, 0, new byte[8]);
          case "data" -> {
            wire.send(call);
            yield frame(DATA, 0, 1);
          }
          default -> frame(0xfe, 0, 0);
        };
    Http2Wire.flood(wire, times(1_000, flood));
    await().until(() -> ends("flood") > before);
  }

  @Test
  void anUpgradeWithABodyIsAnsweredAsHttp1() throws IOException {
    String body =
        "interface=%s&method=hash&parameterTypesString=Ljava%%2Flang%%2FString%%3B&parameter=hello"
            .formatted(Samples.HELLO);
    Wire wire =
        open()
            .post(
                "/",
                "application/x-www-form-urlencoded",
                body,
                "Connection",
                "Upgrade, HTTP2-Settings",
                "Upgrade",
                "h2c",
                "HTTP2-Settings",
                "AAMAAABkAAQAoAAAAAIAAAAA");
    assertThat(wire.answer().body()).isEqualTo("99162322");
  }
}
