package dev.vertxmesh.link;

import dev.vertxmesh.flow.BandwidthDelay;
import dev.vertxmesh.flow.ReceiveWindow;
import dev.vertxmesh.flow.SendWindow;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.frame.Window;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The streams of a link, at either end of it, and the windows that they share. The connection's is
 * given back as bytes come in, so that one slow reader doesn't stop the others; a stream's own, as
 * its reader takes them. Both follow bandwidth x delay.
 */
final class Streams {

  /** The connection's window is given back when this share of it has come. */
  private static final int HELD_BACK = 16;

  private static final int LEAST_TOLD = 16 << 10;

  /** Both directions of one call on a link. */
  record LinkStream(int id, InboundStream in, OutboundStream out) {}

  private final LinkSetup setup;
  private final LinkOptions options;
  private final SendQueue sendQueue;
  private final InFlightMap<LinkStream> open = new InFlightMap<>();
  private final StreamScheduler sending;
  private final ArrayDeque<InboundStream> owing = new ArrayDeque<>();
  private final ArrayDeque<OutboundStream> held = new ArrayDeque<>();

  /** Those with something unread, also of calls of which all has come. */
  private final Set<InboundStream> behind = new LinkedHashSet<>();

  private final ReceiveWindow connection;
  private final BandwidthDelay estimate;
  private int windowIn;
  private int windowOut;
  private boolean agreed;
  private int mostWhole;
  private boolean pinged;
  private long pingToken;
  private int unread;

  Streams(LinkSetup setup, SendQueue sendQueue) {
    this.setup = setup;
    this.options = setup.options();
    this.sendQueue = sendQueue;
    this.windowIn = options.window();
    this.connection = new ReceiveWindow(options.connectionWindow());
    this.estimate = new BandwidthDelay(options.window(), options.windowMax());
    this.sending = new StreamScheduler(setup, sendQueue);
  }

  /** The other side has told what it takes. */
  void onHello(Hello hello) {
    agreed = hello.hasStreams();
    int smaller = Math.min(hello.maxMessage(), options.maxMessage()); // so that both agree
    mostWhole =
        hello.hasWholes() && smaller >= OutboundStream.MOST_WHOLE ? OutboundStream.MOST_WHOLE : 0;
    windowOut = hello.streamWindow();
    sending.window(new SendWindow(hello.connectionWindow()));
    setup.meter().window(windowIn);
  }

  /** Whether the other side carries streams, too. */
  boolean areAgreed() {
    return agreed;
  }

  /** Bytes that may be all of a direction in one frame; 0 if that wasn't agreed. */
  int mostWhole() {
    return mostWhole;
  }

  /** Not where payloads leave in smaller chunks than what would go in one frame. */
  boolean mayHold() {
    return mostWhole > 0 && options.chunk() >= OutboundStream.MOST_WHOLE && sendQueue.awaitsFlush();
  }

  /** What goes before a stream's bytes waits for this turn's flush: all may be there by then. */
  void hold(OutboundStream stream, Consumer<ByteBuf> head) {
    if (mayHold()) {
      held.add(stream);
      stream.hold(head, () -> release(false));
    } else {
      head.accept(null);
    }
  }

  /** Lets go of those that are held, in their order; or of the first that needn't be. */
  void release(boolean ofAll) {
    while (!held.isEmpty() && (ofAll || held.peek().isDecided())) {
      held.poll().release();
    }
  }

  /**
   * The two directions of a call.
   *
   * @param tellsEnd whether the other side is told that what goes out has ended
   * @param onFault told when the reader of what comes in throws
   * @param onBroken told when what goes out breaks off
   */
  LinkStream open(
      int id, boolean tellsEnd, Consumer<Throwable> onFault, Consumer<Throwable> onBroken) {
    LinkStream opened =
        new LinkStream(
            id,
            new InboundStream(id, this, windowIn, options.maxMessage(), onFault),
            new OutboundStream(id, sending, windowOut, tellsEnd, onBroken));
    open.put(id, opened);
    setup.meter().streams(1);
    return opened;
  }

  /** Nothing more of it crosses the link; what has come may still be read. */
  void close(LinkStream linkStream) {
    if (open.get(linkStream.id()) == linkStream) {
      open.remove(linkStream.id());
      setup.meter().streams(-1);
    }
    linkStream.out().close();
  }

  /** Takes a DATA frame; an unknown stream's is skipped: its call has ended meanwhile. */
  void onData(Frame frame) {
    requireAgreed();
    int bytes = frame.payloadLength();
    if (!connection.receive(bytes)) {
      throw new FrameException(
          LinkError.LIMIT, "DATA of " + bytes + " bytes is over the connection's window");
    }
    connection.take(bytes);
    measure(bytes);
    int size = connection.size();
    giveBack(Math.max(size / HELD_BACK, Math.min(size / 2, LEAST_TOLD)));
    LinkStream stream = open.get(frame.id());
    if (stream != null) {
      stream.in().onData(frame);
    }
  }

  /** Takes a WINDOW frame; an unknown stream's is skipped. */
  void onWindow(Frame frame) {
    requireAgreed();
    int increment = Window.decode(frame);
    if (Window.isForAll(frame)) {
      growAll(increment);
    } else if (frame.id() == 0) {
      require(sending.grow(increment));
    } else {
      LinkStream stream = open.get(frame.id());
      require(stream == null || stream.out().grow(increment));
    }
  }

  private void growAll(int increment) {
    require(increment <= Integer.MAX_VALUE - windowOut);
    windowOut += increment;
    open.all() // of now: what one sends may have another opened
        .forEach(stream -> require(stream.out().grow(increment)));
  }

  /** The pong may be the one that tells how long a round trip is. */
  void onPong(long token) {
    if (!pinged || token != pingToken) {
      return;
    }
    pinged = false;
    estimate.onPong(setup.nanoClock().getAsLong());
    resize();
  }

  /**
   * A reader has begun to read a message of so many bytes: lets it come at once, and the next like
   * it, though some of what was read is still to be given back.
   */
  void expect(long bytes) {
    if (options.windowsGrow()
        && estimate.expect(bytes + 2 * bytes / HELD_BACK + MessageBounds.PREFIX)) {
      resize();
    }
  }

  private void resize() {
    int window = estimate.window();
    int more = connection.resize(Math.max(window, options.connectionWindow()));
    if (more > 0) {
      tell(0, more);
    }
    if (window > windowIn) {
      growStreams(window - windowIn);
    }
  }

  private void growStreams(int bytes) {
    windowIn += bytes;
    setup.meter().window(bytes);
    open.all().forEach(stream -> stream.in().grow(bytes));
    sendQueue.frame(out -> Window.encodeForAll(out, bytes));
  }

  private void measure(int bytes) {
    if (options.windowsGrow() && bytes > 0 && estimate.onData(bytes)) {
      pinged = true;
      pingToken = setup.nanoClock().getAsLong();
      estimate.onPing(pingToken);
      sendQueue.frame(out -> Ping.encode(out, pingToken));
    }
  }

  private void giveBack(int least) {
    int increment = connection.tell(least);
    if (increment > 0) {
      tell(0, increment);
    }
  }

  /** Frames leave now, whatever they are: windows go along with them. */
  void onFlush() {
    if (!agreed) {
      return;
    }
    release(true);
    giveBack(connection.size() / (4 * HELD_BACK));
    for (InboundStream stream = owing.poll(); stream != null; stream = owing.poll()) {
      stream.giveBackAlong();
    }
  }

  /** The link is gone, and its calls have ended. */
  void onClosed() {
    open.clear();
    owing.clear();
    held.clear();
    if (agreed) {
      setup.meter().window(-windowIn);
    }
  }

  void tell(int id, int increment) {
    sendQueue.frame(out -> Window.encode(out, id, increment));
  }

  /** It has something to give back, as soon as other frames leave. */
  void owe(InboundStream stream) {
    owing.add(stream);
  }

  /**
   * So many bytes more wait for a reader; fewer if negative. When that is too much for the memory
   * there is, the slowest reader's call ends for the others' sake.
   */
  void unread(InboundStream stream, int more) {
    unread += more;
    setup.meter().unread(more);
    if (stream.unread() > 0) {
      behind.add(stream);
    } else {
      behind.remove(stream);
    }
    if (more > 0 && unread > options.maxUnread()) {
      Collections.max(behind, Comparator.comparingInt(InboundStream::unread))
          .overrun(unread, options.maxUnread());
    }
  }

  private void requireAgreed() {
    if (!agreed) {
      throw new FrameException(
          LinkError.PROTOCOL, "a stream's frame from a side whose HELLO tells of none");
    }
  }

  private static void require(boolean possible) {
    if (!possible) {
      throw new FrameException(
          LinkError.LIMIT, "a window of more than " + Integer.MAX_VALUE + " bytes");
    }
  }
}
