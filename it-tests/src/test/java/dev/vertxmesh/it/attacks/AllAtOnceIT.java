package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static dev.vertxmesh.it.harness.Http2Wire.joined;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stranger who takes as much as he can of all that a caller may have, at the same time. */
@Tag("attacks")
class AllAtOnceIT {

  private static final int LARGEST = 8_000_000;
  private static final int LARGE_HEADS = 53;
  private static final int STREAMS = 240;

  /** Of a list of numbers that doesn't end. */
  private static final byte[] MORE = "1,".repeat(50).getBytes();

  private static final String CONNECTIONS = "mesh_callers_connections";

  /** What goes on on each connection, so that it isn't late. */
  private final Map<Wire, byte[]> goesOn = new LinkedHashMap<>();

  private final List<Wire> idle = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Wire wire : idle) {
      wire.close();
    }
    for (Wire wire : goesOn.keySet()) {
      wire.close();
    }
  }

  private static String post(String headers) {
    return "POST /%s/hash HTTP/1.1\r\nHost: it\r\nContent-Type: application/json\r\n"
            .formatted(Samples.HELLO)
        + "Content-Length: %d\r\n%s\r\n[".formatted(LARGEST, headers);
  }

  /** Requests at a time, and a part of them with headers that weigh much. */
  private void streams(int port) throws IOException {
    byte[] small = Http2Wire.json("/" + Samples.HELLO + "/hash");
    byte[] headers = new byte[95];
    Arrays.fill(headers, (byte) 0x8f); // accept-charset, of HPACK's static table, with no value
    byte[] large = joined(List.of(small, headers));
    for (int connection = 0; connection < 4; connection++) {
      List<byte[]> heads = new ArrayList<>(List.of(hello()));
      List<byte[]> bodies = new ArrayList<>();
      for (int i = 0; i < STREAMS; i++) {
        heads.add(frame(HEADERS, END_HEADERS, 2 * i + 1, i < LARGE_HEADS ? large : small));
        bodies.add(frame(DATA, 0, 2 * i + 1, MORE));
      }
      goesOn.put(Wire.to(port).send(joined(heads)), joined(bodies));
    }
  }

  private void heads(int port) throws IOException {
    StringBuilder headers = new StringBuilder();
    for (int i = 0; i < 95; i++) {
      headers.append("h%d: %s\r\n".formatted(i, "v".repeat(72)));
    }
    for (int i = 0; i < 480; i++) {
      goesOn.put(Wire.to(port).send(post(headers.toString())), MORE);
      if (i % 100 == 0) {
        goOn();
      }
    }
  }

  private void bodies(int port) throws IOException {
    byte[] much = "1,".repeat(3_000_000).getBytes();
    for (int i = 0; i < 4; i++) {
      goesOn.put(Wire.to(port).send(post("")).send(much), MORE);
    }
  }

  /** As many as there may be without that idle ones make room. */
  private void idle(int port) throws IOException {
    for (int i = 0; i < 1_150; i++) {
      idle.add(Wire.to(port).send("GET / HTTP/1.1\r\nHost: it\r\n\r\n"));
      if (i % 100 == 0) {
        goOn();
      }
    }
  }

  private void goOn() {
    for (Wire wire : List.copyOf(goesOn.keySet())) {
      try {
        wire.send(goesOn.get(wire));
      } catch (IOException closed) {
        // one that had to make room
      }
    }
  }

  @Test
  void takesNoMoreThanThereIs(@TempDir Path folder) throws IOException {
    try (Mesh mesh =
        Mesh.in(folder).with(Provider.dubbo("3.3.6")).jvm(Victim.MEMORY).underLoad().start()) {
      Victim consumer = new Victim("consumer", mesh.consumer());
      Traffic good = Traffic.through(mesh);
      good.awaitMore(5);
      int port = mesh.consumer().port();
      streams(port);
      heads(port);
      bodies(port);
      idle(port);
      await().until(() -> mesh.consumer().metrics().sum(CONNECTIONS) > 1_500);
      for (int i = 0; i < 3; i++) {
        goOn();
        good.awaitMore(20);
        consumer.say();
      }
      close();
      await().until(() -> mesh.consumer().metrics().sum(CONNECTIONS) < 10);
      good.awaitMore(20);
      good.close();
      assertThat(good.failures()).isEmpty();
      consumer.assertUnharmed();
    }
  }
}
