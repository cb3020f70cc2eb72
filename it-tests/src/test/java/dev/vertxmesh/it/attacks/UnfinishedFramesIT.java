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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames of HTTP/2 that begin at the end of much that was read at once, and don't go on. */
@Tag("attacks")
class UnfinishedFramesIT {

  private static final String CALL = "/" + Samples.HELLO + "/hash";
  private static final int CONNECTIONS = 400;
  private static final int FRAME = 16_000;
  private static final double MEBIBYTE = 1 << 20;

  /** A call whose argument is as long as a window takes, and the beginning of one frame more. */
  private static byte[] callAndAByteMore() {
    byte[] text = ("[\"" + "a".repeat(4 * FRAME - 4) + "\"]").getBytes();
    List<byte[]> parts = new ArrayList<>();
    parts.add(hello());
    parts.add(frame(HEADERS, END_HEADERS, 1, Http2Wire.json(CALL)));
    for (int from = 0; from < text.length; from += FRAME) {
      int flags = from + FRAME == text.length ? 1 : 0;
      parts.add(frame(DATA, flags, 1, Arrays.copyOfRange(text, from, from + FRAME)));
    }
    parts.add(new byte[1]);
    return joined(parts);
  }

  @Test
  void keepNothingOfWhatCameBeforeThem(@TempDir Path folder) throws IOException {
    try (Mesh mesh =
        Mesh.in(folder).with(Provider.dubbo("3.3.6")).jvm(Victim.MEMORY).underLoad().start()) {
      Victim consumer = new Victim("consumer", mesh.consumer());
      Traffic good = Traffic.through(mesh);
      good.awaitMore(5);
      List<Wire> wires = new ArrayList<>();
      byte[] attack = callAndAByteMore();
      for (int i = 0; i < CONNECTIONS; i++) {
        Wire wire = Wire.to(mesh.consumer().port());
        wires.add(wire);
        wire.send(attack);
      }
      await().until(() -> mesh.consumer().metrics().sum("mesh_callers_connections") > CONNECTIONS);
      good.awaitMore(5);
      consumer.say();
      await()
          .untilAsserted(
              () ->
                  assertThat(mesh.consumer().metrics().sum("mesh_netty_pinned_bytes") / MEBIBYTE)
                      .as("MiB of buffers outside of the heap")
                      .isLessThan(8));
      for (Wire wire : wires) {
        wire.close();
      }
      good.awaitMore(5);
      good.close();
      assertThat(good.failures()).isEmpty();
      consumer.assertUnharmed();
    }
  }
}
