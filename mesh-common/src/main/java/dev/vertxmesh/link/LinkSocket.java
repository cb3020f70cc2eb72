package dev.vertxmesh.link;

import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Goodbye;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.function.LongSupplier;

/**
 * What both ends of a link have in common: it greets, answers and sends PINGs, and ends once, with
 * the first cause. Everything else goes to its {@link Peer}.
 */
final class LinkSocket {

  /** Who stands on the socket. */
  interface Peer {
    /** The other side has greeted and a version is agreed. */
    void onHello(Hello hello);

    /** A frame that isn't the socket's own; the peer releases it. */
    void onFrame(Frame frame);

    /** The socket takes more, or doesn't. */
    void onWritability(boolean writable);

    /** Once; nothing comes after it. */
    void onClosed(String reason);
  }

  private sealed interface State {
    record Greeting(long sinceNanos) implements State {}

    record Open() implements State {}

    record Closed(String reason) implements State {}
  }

  private final Vertx vertx;
  private final NetSocketInternal socket;
  private final LinkOptions options;
  private final Hello mine;
  private final LinkMeter meter;
  private final LongSupplier nanoClock;
  private final Peer peer;
  private final FrameHandler frames;
  private final Outbox outbox;
  private final long timer;
  private State state;
  private long lastRead;
  private boolean pinged;
  private long roundTripNanos;

  /**
   * Takes over the socket and greets. Called on the socket's event loop before any byte is read.
   */
  LinkSocket(
      Vertx vertx,
      NetSocketInternal socket,
      LinkOptions options,
      Hello mine,
      LinkMeter meter,
      LongSupplier nanoClock,
      Peer peer) {
    this.vertx = vertx;
    this.socket = socket;
    this.options = options;
    this.mine = mine;
    this.meter = meter;
    this.nanoClock = nanoClock;
    this.peer = peer;
    this.lastRead = nanoClock.getAsLong();
    this.state = new State.Greeting(lastRead);
    this.frames = new FrameHandler(options.maxFrame(), meter);
    ChannelPipeline pipeline = socket.channelHandlerContext().pipeline();
    pipeline.addBefore("handler", "frames", frames);
    this.outbox = new Outbox(pipeline.context(frames), options, meter);
    this.timer =
        vertx.setPeriodic(
            Math.max(1, Math.min(options.keepAliveMillis(), options.helloMillis()) / 2),
            id -> onTick());
    mine.encode(outbox.frame());
    outbox.flush();
  }

  /** Begins to listen; apart from the constructor so that the peer is whole by then. */
  void start() {
    frames.onWritability(this::onWritability);
    socket.messageHandler(this::onMessage);
    socket.exceptionHandler(e -> closed("the connection broke: " + e.getMessage()));
    socket.closeHandler(v -> closed("the other side closed the connection"));
  }

  Outbox outbox() {
    return outbox;
  }

  boolean isOpen() {
    return state instanceof State.Open;
  }

  String remote() {
    return String.valueOf(socket.remoteAddress());
  }

  /** Of the last PING, in nanoseconds; 0 before the first. */
  long roundTripNanos() {
    return roundTripNanos;
  }

  void pauseReading() {
    socket.pause();
  }

  void resumeReading() {
    socket.resume();
  }

  /** Ends the link and tells the other side why. */
  void fail(LinkError code, String reason) {
    if (state instanceof State.Closed) {
      return;
    }
    new Goodbye(code, reason).encode(outbox.frame());
    outbox.flush();
    closed(reason);
  }

  private void onMessage(Object message) {
    if (message instanceof Frame frame) {
      onFrame(frame);
    } else if (message instanceof FrameException bad) {
      fail(bad.code(), bad.getMessage());
    }
  }

  private void onFrame(Frame frame) {
    if (state instanceof State.Closed) {
      frame.release();
      return;
    }
    lastRead = nanoClock.getAsLong();
    pinged = false;
    try {
      switch (frame.type()) {
        case FrameType.HELLO -> onHello(frame);
        case FrameType.PING -> onPing(frame);
        case FrameType.PONG -> onPong(frame);
        case FrameType.ERROR -> onError(frame);
        default -> forward(frame);
      }
    } catch (FrameException e) {
      fail(e.code(), e.getMessage());
    }
  }

  private void forward(Frame frame) {
    if (state instanceof State.Open) {
      peer.onFrame(frame);
    } else {
      frame.release();
    }
  }

  private void onHello(Frame frame) {
    Hello hello = read(frame, Hello::decode);
    if (!(state instanceof State.Greeting)) {
      throw new FrameException(LinkError.PROTOCOL, "a second HELLO");
    }
    mine.agree(hello);
    state = new State.Open();
    meter.opened();
    peer.onHello(hello);
  }

  private void onPing(Frame frame) {
    Ping.encodePong(outbox.frame(), read(frame, Ping::token));
  }

  private void onPong(Frame frame) {
    roundTripNanos = nanoClock.getAsLong() - read(frame, Ping::token);
  }

  private void onError(Frame frame) {
    Goodbye goodbye = read(frame, Goodbye::decode);
    closed("the other side ended the link: " + goodbye.reason());
  }

  private void onTick() {
    long now = nanoClock.getAsLong();
    if (state instanceof State.Greeting greeting) {
      if (now - greeting.sinceNanos > options.helloMillis() * 1_000_000L) {
        fail(LinkError.SILENCE, "no HELLO within " + options.helloMillis() + " ms");
      }
      return;
    }
    long silence = (now - lastRead) / 1_000_000;
    if (silence > 3L * options.keepAliveMillis()) {
      fail(LinkError.SILENCE, "nothing was heard for " + silence + " ms");
    } else if (silence >= options.keepAliveMillis() && !pinged) {
      pinged = true;
      Ping.encode(outbox.frame(), now);
    }
  }

  private void onWritability() {
    if (outbox.isWritable()) {
      outbox.flush();
    }
    peer.onWritability(outbox.isWritable());
  }

  private void closed(String reason) {
    if (state instanceof State.Closed) {
      return;
    }
    boolean wasOpen = state instanceof State.Open;
    state = new State.Closed(reason);
    vertx.cancelTimer(timer);
    outbox.close();
    socket.close();
    if (wasOpen) {
      meter.closed();
    }
    peer.onClosed(reason);
  }

  /** Reads a frame's fields and releases it, also when they can't be read. */
  static <T> T read(Frame frame, java.util.function.Function<Frame, T> decode) {
    try {
      return decode.apply(frame);
    } finally {
      frame.release();
    }
  }
}
