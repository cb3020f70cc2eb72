package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static dev.vertxmesh.it.harness.Http2Wire.joined;

import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stranger who takes as much as he can of all that a caller may have, at the same time. */
@Tag("attacks")
class AllAtOnceIT extends GrpcAttack {

  private static final int LARGEST = 8_000_000;
  private static final int STREAMS = 240;
  private static final int LARGE_HEADS = 53;

  /** What a body brings that has no end, now and then, so that it isn't too slow. */
  private static final byte[] MORE = "1,".repeat(1_250).getBytes();

  private final Map<Wire, byte[]> goingOn = new LinkedHashMap<>();

  private static String post(String headers) {
    return "POST %s HTTP/1.1\r\nHost: it\r\nContent-Type: application/json\r\n".formatted(STOP)
        + "Content-Length: %d\r\n%s\r\n[".formatted(LARGEST, headers);
  }

  /** Calls that nobody ends, and a part of them with headers that weigh much. */
  private void streams() throws IOException {
    byte[] small = Http2Wire.grpc(STOP);
    byte[] headers = new byte[90];
    Arrays.fill(headers, (byte) 0x8f); // accept-charset, of HPACK's static table, with no value
    byte[] large = joined(List.of(small, headers));
    for (int connection = 0; connection < 4; connection++) {
      List<byte[]> all = new ArrayList<>(List.of(hello()));
      for (int i = 0; i < STREAMS; i++) {
        all.add(frame(HEADERS, END_HEADERS, 2 * i + 1, i < LARGE_HEADS ? large : small));
        all.add(frame(DATA, 0, 2 * i + 1, HELLO.getBytes()));
      }
      toConsumer().send(joined(all));
    }
  }

  private void heads() throws IOException {
    StringBuilder headers = new StringBuilder();
    for (int i = 0; i < 95; i++) {
      headers.append("h%d: %s\r\n".formatted(i, "v".repeat(72)));
    }
    for (int i = 0; i < 480; i++) {
      goingOn.put(toConsumer().send(post(headers.toString())), MORE);
      goOn(i);
    }
  }

  private void bodies() throws IOException {
    byte[] much = "1,".repeat(3_000_000).getBytes();
    for (int i = 0; i < 4; i++) {
      goingOn.put(toConsumer().send(post("")).send(much), MORE);
    }
  }

  /** As many as there may be without that those make room which have been idle the longest. */
  private void idle() throws IOException {
    for (int i = 0; i < 1_150; i++) {
      toConsumer().send("GET / HTTP/1.1\r\nHost: it\r\n\r\n");
      goOn(i);
    }
  }

  private void goOn(int turn) {
    if (turn % 200 == 199) {
      goingOn.forEach(AllAtOnceIT::send);
    }
  }

  private static void send(Wire wire, byte[] bytes) {
    try {
      wire.send(bytes);
    } catch (IOException closed) {
      // one that had to make room
    }
  }

  @Test
  void takesNoMoreThanThereIs() throws IOException {
    streams();
    heads();
    bodies();
    idle();
  }
}
