package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static dev.vertxmesh.it.harness.Http2Wire.joined;
import static dev.vertxmesh.it.harness.Http2Wire.times;

import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests of gRPC that nobody reads. */
@Tag("attacks")
class UnreadIT extends GrpcAttack {

  private void attack(int connections, int streams, String path, byte[] request, int most)
      throws IOException {
    for (int i = 0; i < connections; i++) {
      Wire wire = toConsumer();
      wire.send(hello());
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        List<byte[]> bytes = new ArrayList<>();
        bytes.add(frame(HEADERS, END_HEADERS, stream, Http2Wire.grpc(path)));
        byte[] one = frame(DATA, 0, stream, request);
        bytes.add(frame(DATA, 0, stream, (byte) 0, (byte) 0, (byte) 0x70, (byte) 0, (byte) 0));
        bytes.add(times(most / request.length, one));
        wire.send(joined(bytes));
      }
    }
  }

  @Test
  void windowsThatNobodyReads() throws IOException {
    attack(25, 38, STOP, new byte[16_384], 65_530);
  }

  @Test
  void windowsOfSmallFramesThatNobodyReads() throws IOException {
    attack(4, 10, STOP, new byte[1], 15_000);
  }

  @Test
  void windowsOfLinksThatNobodyReads() throws IOException {
    byte[] window = new byte[65_536];
    window[0] = 0;
    window[1] = 0x70;
    for (int i = 0; i < 50; i++) {
      Wire wire = toProvider().send(LinkWire.hello());
      wire.send(LinkWire.define(0, SERVICE, "Stop", ""));
      for (int id = 1; id <= 40; id++) {
        wire.send(LinkWire.request(id, 0, LinkWire.GRPC, ""));
        wire.send(LinkWire.data(id, window));
      }
    }
  }
}
