package dev.vertxmesh.http2;

import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2LocalFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the streams of a connection hold of the heap: DATA that has come and that nobody has read,
 * each frame by its bytes and by the buffer that it becomes. It's charged before Vert.x has it.
 * When there's no room, the stream that holds most of all on this event loop is reset: a client's
 * with ENHANCE_YOUR_CALM, which gRPC reads as RESOURCE_EXHAUSTED.
 *
 * <p>Readers that have stopped may use up the connection's window, without which no other stream on
 * it goes on. After a second of that, those of them that hold most are reset in the same way.
 *
 * <p>Stands before Netty's flow control, which hears from Vert.x what was read, but not of a stream
 * whose other side has ended it: of that its reader tells. A stream that is closed holds nothing
 * here, though Vert.x may have some of it yet: a reader can ask to be told.
 */
final class HeldStreams extends Http2ConnectionAdapter implements Http2LocalFlowController {

  /** How long others wait for readers that have stopped. */
  private static final long PATIENCE_MILLIS = 1_000;

  /** Part of a connection's window that is left when it counts as used up. */
  private static final int SCARCE = 4;

  private static final class Held {
    private final Reservation holder;
    private int padding;
    private boolean isRead;

    Held(Reservation holder) {
      this.holder = holder;
    }
  }

  private final ChannelHandlerContext socket;
  private final Http2ConnectionHandler handler;
  private final Http2Connection connection;
  private final Http2LocalFlowController flow;
  private final Http2Connection.PropertyKey key;
  private final Http2Connection.PropertyKey onClosed;
  private boolean isWatching;

  private HeldStreams(ChannelHandlerContext socket) {
    this.socket = socket;
    this.handler = (Http2ConnectionHandler) socket.handler();
    this.connection = handler.connection();
    this.flow = connection.local().flowController();
    this.key = connection.newKey();
    this.onClosed = connection.newKey();
  }

  /** To be called before any data comes. */
  static HeldStreams of(HttpConnection connection) {
    HeldStreams held = new HeldStreams(Sockets.of(connection));
    held.connection.local().flowController(held);
    held.connection.addListener(held);
    return held;
  }

  @Override
  public void receiveFlowControlledFrame(
      Http2Stream stream, ByteBuf data, int padding, boolean endOfStream) throws Http2Exception {
    flow.receiveFlowControlledFrame(stream, data, padding, endOfStream);
    int bytes = data.readableBytes();
    if (stream == null || bytes == 0 || !stream.state().remoteSideOpen()) {
      return;
    }
    Held held = stream.getProperty(key);
    if (held == null) {
      held = new Held(Reservations.ofHeap().add(() -> reset(stream)));
      stream.setProperty(key, held);
    }
    held.padding = padding;
    if (!held.holder.hold(bytes + Reservation.PART)) {
      held.holder.close();
      reset(stream);
    }
    watch();
  }

  private void watch() {
    if (isWatching || !isScarce()) {
      return;
    }
    isWatching = true;
    for (Http2Stream stream : streams()) {
      heldOf(stream).isRead = false;
    }
    socket.executor().schedule(this::resetStopped, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private boolean isScarce() {
    Http2Stream all = connection.connectionStream();
    return flow.windowSize(all) < flow.initialWindowSize(all) / SCARCE;
  }

  /** Those whose readers have taken nothing meanwhile, the heaviest first, until there's room. */
  private void resetStopped() {
    isWatching = false;
    if (!socket.channel().isActive()) {
      return;
    }
    List<Http2Stream> stopped = streams();
    stopped.removeIf(stream -> heldOf(stream).isRead || heldOf(stream).holder.held() == 0);
    stopped.sort(Comparator.comparingLong(stream -> -heldOf(stream).holder.held()));
    for (Http2Stream stream : stopped) {
      if (!isScarce()) {
        return;
      }
      heldOf(stream).holder.close();
      reset(stream);
    }
    watch();
  }

  /** Those that hold something, or did. */
  private List<Http2Stream> streams() {
    List<Http2Stream> streams = new ArrayList<>();
    try {
      connection.forEachActiveStream(
          stream -> {
            if (heldOf(stream) != null) {
              streams.add(stream);
            }
            return true;
          });
    } catch (Http2Exception e) { // which none of the above throws
      socket.fireExceptionCaught(e);
    }
    return streams;
  }

  private Held heldOf(Http2Stream stream) {
    return stream.getProperty(key);
  }

  /** Tells both sides, and lets go of what it holds though the client takes no word of it. */
  private void reset(Http2Stream stream) {
    long code = Http2Error.ENHANCE_YOUR_CALM.code();
    try {
      handler.decoder().frameListener().onRstStreamRead(socket, stream.id(), code);
    } catch (Http2Exception e) {
      socket.fireExceptionCaught(e);
    }
    // more than 200 of another code in half a minute end the connection, and all calls on it
    long told = connection.isServer() ? code : Http2Error.CANCEL.code();
    handler.resetStream(socket, stream.id(), told, socket.newPromise());
    handler.closeStream(stream, socket.newSucceededFuture());
    handler.flush(socket);
  }

  @Override
  public boolean consumeBytes(Http2Stream stream, int bytes) throws Http2Exception {
    Held held = stream == null ? null : stream.getProperty(key);
    if (held != null && bytes > 0) {
      held.isRead = true;
      if (bytes == held.padding) { // which Netty gives back by itself
        held.padding = 0;
      } else {
        held.holder.release(bytes + Reservation.PART);
      }
    }
    return flow.consumeBytes(stream, bytes);
  }

  /** A reader has taken a buffer of so many bytes of a stream. */
  void onRead(int id, int bytes) {
    Http2Stream stream = connection.stream(id);
    if (stream != null && !stream.state().remoteSideOpen()) {
      Held held = stream.getProperty(key);
      if (held != null) {
        held.isRead = true;
        held.holder.release(bytes + Reservation.PART);
      }
    }
  }

  @Override
  public void onStreamClosed(Http2Stream stream) {
    Held held = stream.getProperty(key);
    if (held != null) {
      held.holder.close();
    }
    Runnable reader = stream.getProperty(onClosed);
    if (reader != null) {
      reader.run();
    }
  }

  /** See {@link Http2Windows#whenClosed}. */
  void whenClosed(int id, Runnable closed) {
    Http2Stream stream = connection.stream(id);
    if (stream == null) {
      closed.run();
    } else {
      stream.setProperty(onClosed, closed);
    }
  }

  @Override
  public Http2LocalFlowController frameWriter(Http2FrameWriter writer) {
    flow.frameWriter(writer);
    return this;
  }

  @Override
  public int unconsumedBytes(Http2Stream stream) {
    return flow.unconsumedBytes(stream);
  }

  @Override
  public int initialWindowSize(Http2Stream stream) {
    return flow.initialWindowSize(stream);
  }

  @Override
  public void channelHandlerContext(ChannelHandlerContext ctx) throws Http2Exception {
    flow.channelHandlerContext(ctx);
  }

  /**
   * Gives back, too, what each stream's reader has taken: Netty does so with the next that comes
   * once it's half of the window, and of a window that has shrunk to less than that nothing comes.
   */
  @Override
  public void initialWindowSize(int bytes) throws Http2Exception {
    boolean shrinks = bytes < flow.initialWindowSize();
    flow.initialWindowSize(bytes);
    if (shrinks) {
      connection.forEachActiveStream(
          stream -> {
            flow.incrementWindowSize(stream, 0);
            return true;
          });
      handler.flush(socket);
    }
  }

  @Override
  public int initialWindowSize() {
    return flow.initialWindowSize();
  }

  @Override
  public int windowSize(Http2Stream stream) {
    return flow.windowSize(stream);
  }

  @Override
  public void incrementWindowSize(Http2Stream stream, int bytes) throws Http2Exception {
    flow.incrementWindowSize(stream, bytes);
  }
}
