package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.ErrorFrame;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.link.setup.Quota;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What peers may make this side keep, on one link and on all of them together. */
class LinkBoundsTest {

  private static final Hello HELLO =
      new Hello(1, 1, 1 << 20, 1 << 20, 10, 1_024, 0, 5_000, "a test", 0, 0);

  private static final byte[] NOTHING = new byte[0];

  private final LinkHarness harness = new LinkHarness();

  @AfterEach
  void close() {
    harness.close();
  }

  private RawPeer peer(int port) throws IOException {
    RawPeer peer = RawPeer.callerOf(port);
    peer.send(HELLO::encode);
    return peer;
  }

  private static ErrorFrame errorFrom(RawPeer peer) throws IOException {
    Frame last = peer.await(FrameType.ERROR);
    try {
      return ErrorFrame.decode(last);
    } finally {
      last.release();
    }
  }

  /** Waits until all that was sent before has been dealt with. */
  private static void settle(RawPeer peer) throws IOException {
    peer.send(out -> Ping.encode(out, 7));
    peer.await(FrameType.PONG).release();
  }

  private static void define(ByteBuf out, int index, int length) {
    new Define(index, "s", "", "", "x".repeat(length - 1), "").encode(out);
  }

  private void nothingIsHeld() {
    await()
        .until(
            () -> harness.bounds.names().taken() == 0 && harness.bounds.unfinished().taken() == 0);
  }

  @Test
  void namesThatAreTooLongEndTheLinkAlone() throws IOException {
    ClientLink other = harness.connect();
    try (RawPeer peer = peer(harness.listen())) {
      peer.send(out -> define(out, 0, 65_000));
      ErrorFrame error = errorFrom(peer);
      assertThat(error.code()).isEqualTo(LinkError.LIMIT);
      assertThat(error.reason())
          .isEqualTo("the names of dictionary entry 0 take 65000 bytes, expected at most 12288");
    }
    assertThat(harness.ask(other, "x")).isEqualTo("x");
  }

  @Test
  void aDictionaryThatIsTooLargeEndsTheLinkAndIsForgotten() throws IOException {
    try (RawPeer peer = peer(harness.listen())) {
      peer.send(
          out -> IntStream.range(0, 100).forEach(index -> define(out, index, Define.LONGEST)));
      ErrorFrame error = errorFrom(peer);
      assertThat(error.code()).isEqualTo(LinkError.LIMIT);
      assertThat(error.reason())
          .isEqualTo("the names of the dictionary take 1056768 bytes, expected at most 1048576");
    }
    nothingIsHeld();
  }

  @Test
  void dictionariesOfAllLinksTogetherAreBounded() throws IOException {
    harness.bounds = new LinkBounds(new Quota(9), new Quota(25_000), new Quota(1_000));
    int port = harness.listen();
    try (RawPeer first = peer(port);
        RawPeer second = peer(port)) {
      first.send(out -> define(out, 0, 12_000));
      first.send(out -> define(out, 1, 12_000));
      settle(first);
      second.send(out -> define(out, 0, 1_000));
      ErrorFrame error = errorFrom(second);
      assertThat(error.code()).isEqualTo(LinkError.LIMIT);
      assertThat(error.reason())
          .isEqualTo(
              "the names in the dictionaries of all links take 24640 bytes,"
                  + " expected at most 25000");
      settle(first);
    }
    nothingIsHeld();
  }

  @Test
  void whatIsDefinedAnewIsChargedOnce() throws IOException {
    try (RawPeer peer = peer(harness.listen())) {
      peer.send(
          out -> {
            for (int i = 0; i < 5_000; i++) {
              define(out, 0, 1 + i % Define.LONGEST);
            }
            Define.nothing(0).encode(out);
          });
      settle(peer);
      assertThat(harness.bounds.names().taken()).isEqualTo(320);
    }
    nothingIsHeld();
  }

  @Test
  void aCallerWithManyLongNamesKeepsToTheBound() {
    ClientLink link = harness.connect();
    for (int i = 0; i < 500; i++) {
      Target target = new Target(ServiceKey.of("com.x.Hello"), "\u4e2d".repeat(3_000) + i, "");
      assertThat(
              LinkHarness.text(LinkHarness.get(harness.send(link, harness.call(target, NOTHING)))))
          .isEmpty();
    }
    assertThat(harness.received).hasSize(500);
    assertThat(harness.received.get(499).target().method()).endsWith("\u4e2d499");
    assertThat(harness.closedReasons).isEmpty();
    assertThat(harness.bounds.names().taken()).isLessThan((1 << 20) + 1_024 * 320);
  }

  @Test
  void halvesOfFramesOnAllLinksTogetherAreBounded() throws IOException {
    harness.bounds = new LinkBounds(new Quota(9), new Quota(1 << 20), new Quota(150_000));
    int port = harness.listen();
    try (RawPeer first = peer(port);
        RawPeer second = peer(port)) {
      first.send(out -> half(out, 70_000, 60_000));
      await().until(() -> harness.bounds.unfinished().taken() > 50_000);
      second.send(out -> half(out, 131_071, 130_000));
      ErrorFrame error = errorFrom(second);
      assertThat(error.code()).isEqualTo(LinkError.LIMIT);
      assertThat(error.reason()).startsWith("unfinished frames and requests on all links take ");
      first.send(out -> out.writeZero(10_000));
      settle(first);
    }
    nothingIsHeld();
  }

  /** A frame that may be skipped, and of which so many bytes come. */
  private static void half(ByteBuf out, int length, int bytes) {
    out.writeInt(length).writeByte(0xbf).writeZero(7).writeZero(bytes);
  }

  @Test
  void unfinishedRequestsOnAllLinksTogetherAreBounded() throws IOException {
    harness.bounds = new LinkBounds(new Quota(9), new Quota(1 << 20), new Quota(100_000));
    int port = harness.listen();
    try (RawPeer first = peer(port);
        RawPeer second = peer(port)) {
      first.send(LinkBoundsTest::unfinished);
      settle(first);
      second.send(LinkBoundsTest::unfinished);
      Frame answer = second.await(FrameType.RESPONSE);
      assertThat(Status.of(Response.decode(answer).status())).isEqualTo(Status.REFUSED);
      answer.release();
      settle(second);
    }
    nothingIsHeld();
  }

  private static void unfinished(ByteBuf out) {
    define(out, 0, 10);
    Request.encodeHead(out, 1, 0, 60_000, 70_000, 2, 0, Map.of(), 0);
  }

  @Test
  void framesThatSayNothingLeaveNothing() throws IOException {
    try (RawPeer peer = peer(harness.listen())) {
      for (int i = 0; i < 100; i++) {
        peer.send(
            out -> {
              for (int n = 0; n < 5_000; n++) {
                out.writeInt(0).writeByte(0xbf).writeZero(7);
              }
            });
      }
      settle(peer);
      assertThat(harness.bounds.unfinished().taken()).isZero();
    }
    nothingIsHeld();
  }
}
