package dev.vertxmesh.link;

import dev.vertxmesh.frame.ErrorFrame;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Ping;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.net.LookTimer;
import dev.vertxmesh.net.SocketBacklog;
import dev.vertxmesh.net.SocketEnd;
import dev.vertxmesh.net.tls.HandshakeReason;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.util.function.Function;

/**
 * What both ends of a link have in common: it greets, answers and sends PINGs, and ends once, with
 * the first cause. Everything else goes to its {@link Peer}.
 */
final class LinkSocket {

  /** Who stands on the socket. */
  interface Peer {
    /** The other side has greeted and a version is agreed. */
    void onHello(Hello hello);

    /** A frame that isn't the socket's own; it is released afterwards. */
    void onFrame(Frame frame);

    /** A PONG with these 8 bytes has come. */
    void onPong(long token);

    /** What was written leaves now, with all that is written before this returns. */
    void onFlush();

    /** What was written is with the socket, as far as it takes it. */
    void onFlushed();

    /** Once; nothing comes after it. */
    void onClosed(String reason);
  }

  private sealed interface State {
    record Greeting() implements State {}

    record Open() implements State {}

    record Closed(String reason) implements State {}
  }

  private final NetSocketInternal socket;
  private final LinkSetup setup;
  private final Hello mine;
  private final Peer peer;
  private final FrameHandler frames;
  private final SendQueue sendQueue;
  private final Liveness liveness;
  private final LookTimer looks;
  private final FirstWord firstWord;
  private State state = new State.Greeting();
  private boolean paused;
  private long roundTripNanos;

  /**
   * Takes over the socket and greets. Called on the socket's event loop before any byte is read.
   *
   * @param credit how many calls it takes from the other side, for the HELLO
   * @param accepted whether the other side has made the connection
   */
  LinkSocket(NetSocketInternal socket, LinkSetup setup, int credit, boolean accepted, Peer peer) {
    LinkOptions options = setup.options();
    this.socket = socket;
    this.setup = setup;
    this.mine = options.hello(setup.name(), credit);
    this.peer = peer;
    this.frames = new FrameHandler(options.maxFrame(), setup.meter(), setup.bounds().unfinished());
    ChannelPipeline pipeline = socket.channelHandlerContext().pipeline();
    pipeline.addBefore("handler", "frames", frames);
    SocketBacklog.charge(
        pipeline.channel(), () -> broken("more waits to be sent than there's memory for"));
    this.sendQueue =
        new SendQueue(
            pipeline.context(frames), options, setup.meter(), peer::onFlush, peer::onFlushed);
    this.liveness = new Liveness(setup, sendQueue);
    this.looks =
        new LookTimer(setup.vertx(), liveness.tick(), setup.nanoClock(), this::onTick).start();
    this.firstWord = new FirstWord(mine, sendQueue, accepted);
  }

  /** Begins to listen; apart from the constructor so that the peer is whole by then. */
  void start() {
    frames.listen(liveness::onRead, this::onWritability);
    firstWord.begin(setup.vertx());
    socket.messageHandler(this::onMessage);
    socket.exceptionHandler(e -> broken("the connection broke: " + HandshakeReason.of(e)));
    socket.closeHandler(v -> broken("the other side closed the connection"));
  }

  void greet() {
    firstWord.say();
  }

  SendQueue sendQueue() {
    return sendQueue;
  }

  boolean isOpen() {
    return state instanceof State.Open && sendQueue.isConnected();
  }

  boolean isGreeting() {
    return state instanceof State.Greeting;
  }

  NetSocket netSocket() {
    return socket;
  }

  String remote() {
    return String.valueOf(socket.remoteAddress());
  }

  /** Of the last PING, in nanoseconds; 0 before the first. */
  long roundTripNanos() {
    return roundTripNanos;
  }

  /** Reads no more: what the other side sends stays in its own socket. */
  void pauseReading() {
    if (!paused) {
      paused = true;
      socket.pause();
    }
  }

  void resumeReading() {
    if (paused) {
      paused = false;
      socket.resume();
    }
  }

  /** Ends the link and tells the other side why. */
  void fail(LinkError code, String reason) {
    if (state instanceof State.Closed) {
      return;
    }
    try {
      greet();
      sendQueue.frame(new ErrorFrame(code, reason)::encode);
    } catch (RuntimeException | Error e) { // such as out of memory
      broken(reason);
      return;
    }
    endAfterLast(reason);
  }

  private void endAfterLast(String reason) {
    SocketEnd.cutAfter(
        setup.options().helloMillis(), setup.vertx(), socket.channelHandlerContext());
    sendQueue.close(socket::close);
    closed(reason);
  }

  private void onMessage(Object message) {
    if (message instanceof Frame frame) {
      greet();
      onFrame(frame);
    } else if (message instanceof FrameException bad) {
      fail(bad.code(), bad.getMessage());
    } else if (message == FirstWord.HTTP && firstWord.sayInHttp()) {
      endAfterLast("it speaks HTTP");
    } else if (message == FirstWord.HTTP) {
      fail(LinkError.PROTOCOL, "it speaks HTTP");
    }
  }

  private void onFrame(Frame frame) {
    if (state instanceof State.Closed) {
      frame.release();
      return;
    }
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
    } catch (Throwable e) { // a fault of ours: those who wait on this link must hear of it
      fail(LinkError.INTERNAL, "a fault in " + mine.name() + ": " + e);
    }
  }

  private void forward(Frame frame) {
    try {
      if (state instanceof State.Open) {
        peer.onFrame(frame);
      }
    } finally {
      frame.release();
    }
  }

  private void onHello(Frame frame) {
    Hello hello = read(frame, Hello::decode);
    if (!(state instanceof State.Greeting)) {
      throw new FrameException(LinkError.PROTOCOL, "a second HELLO");
    }
    mine.agree(hello);
    if (hello.maxFrame() < LinkOptions.LEAST_MAX_FRAME) {
      throw new FrameException(
          LinkError.LIMIT,
          "maxFrame is %d, expected at least %d"
              .formatted(hello.maxFrame(), LinkOptions.LEAST_MAX_FRAME));
    }
    state = new State.Open();
    setup.meter().opened();
    peer.onHello(hello);
  }

  private void onPing(Frame frame) {
    long token = read(frame, Ping::token);
    if (!sendQueue.isFull()) { // who doesn't read needs no answer, and would get them without end
      sendQueue.frame(out -> Ping.encodePong(out, token));
    }
  }

  private void onPong(Frame frame) {
    long token = read(frame, Ping::token);
    roundTripNanos = setup.nanoClock().getAsLong() - token;
    peer.onPong(token);
  }

  private void onError(Frame frame) {
    ErrorFrame error = read(frame, ErrorFrame::decode);
    broken("the other side ended the link: " + error.reason());
  }

  private void onTick() {
    String fault = liveness.fault(isGreeting());
    if (fault != null) {
      fail(LinkError.SILENCE, fault);
    }
  }

  private void onWritability() {
    if (paused) {
      liveness.onTaken();
    }
    if (sendQueue.isWritable()) {
      sendQueue.flush();
    }
  }

  private void broken(String reason) {
    closed(reason);
    SocketEnd.close(setup.vertx(), socket, socket.channelHandlerContext());
  }

  private void closed(String reason) {
    if (state instanceof State.Closed) {
      return;
    }
    boolean wasOpen = state instanceof State.Open;
    state = new State.Closed(reason);
    looks.stop();
    sendQueue.close();
    resumeReading(); // so that frames which wait are taken out and released
    if (wasOpen) {
      setup.meter().closed();
    }
    peer.onClosed(reason);
  }

  static FrameException notForThisSide(Frame frame) {
    return new FrameException(
        LinkError.PROTOCOL, "a frame of type 0x%02x is not for this side".formatted(frame.type()));
  }

  /** Reads a frame's fields and releases it, also when they can't be read. */
  private static <T> T read(Frame frame, Function<Frame, T> decode) {
    try {
      return decode.apply(frame);
    } finally {
      frame.release();
    }
  }
}
