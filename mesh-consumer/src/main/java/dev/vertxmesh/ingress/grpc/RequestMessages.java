package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.http2.Http2Windows;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.Consumer;

/**
 * What a client sends, as its call's reader gets it: looked at as it passes, and no faster than
 * it's read. HTTP/2 gives the client as much window as was read.
 */
final class RequestMessages implements ReadStream<Buffer> {

  private final ReadStream<Buffer> request;
  private final int stream;
  private final Http2Windows windows;
  private final GrpcFraming framing;
  private final CallRecord record;
  private final Consumer<CallFailure> onMalformed;
  private Handler<Buffer> handler;
  private Handler<Void> endHandler;
  private Handler<Throwable> exceptionHandler;
  private int passed;
  private boolean over;
  private boolean broken;

  /**
   * Pauses the request.
   *
   * @param request its body, which breaks off with a {@link CallFailure} if it can't be read
   * @param stream that it comes on
   * @param windows of the connection that it comes on
   * @param record of the call, which is told how much comes
   * @param onMalformed told once, of what isn't gRPC; nothing is read after it
   */
  RequestMessages(
      ReadStream<Buffer> request,
      int stream,
      Http2Windows windows,
      GrpcFraming framing,
      CallRecord record,
      Consumer<CallFailure> onMalformed) {
    this.request = request;
    this.stream = stream;
    this.windows = windows;
    this.framing = framing;
    this.record = record;
    this.onMalformed = onMalformed;
    request.pause();
    request.handler(this::onBytes);
    request.endHandler(this::onEnd);
    request.exceptionHandler(this::onBroken);
  }

  /** Whether the client has said that it sends no more, or has left. */
  boolean isOver() {
    return over;
  }

  /** Throws away what still comes. */
  void drop() {
    broken = true;
    resume();
  }

  /** How often something came. */
  int passed() {
    return passed;
  }

  private void onBytes(Buffer bytes) {
    passed++;
    windows.onData(stream, bytes.length());
    record.streamedIn(bytes.length());
    if (broken) {
      return;
    }
    try {
      framing.feed(bytes);
      windows.expect(framing.unfinished());
    } catch (CallFailure e) {
      malformed(e);
      return;
    }
    if (handler != null) {
      handler.handle(bytes);
    }
  }

  private void onEnd(Void end) {
    over = true;
    if (broken) {
      return;
    }
    try {
      framing.end();
    } catch (CallFailure e) {
      malformed(e);
      return;
    }
    if (endHandler != null) {
      endHandler.handle(null);
    }
  }

  private void malformed(CallFailure failure) {
    broken = true;
    onMalformed.accept(failure);
  }

  private void onBroken(Throwable cause) {
    if (cause instanceof CallFailure failure && !broken) {
      malformed(failure); // the bytes can't even be read
      return;
    }
    boolean tell = !over && !broken;
    over = true;
    if (tell && exceptionHandler != null) {
      exceptionHandler.handle(cause);
    }
  }

  @Override
  public ReadStream<Buffer> handler(Handler<Buffer> reader) {
    handler = reader;
    return this;
  }

  @Override
  public ReadStream<Buffer> endHandler(Handler<Void> reader) {
    endHandler = reader;
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(Handler<Throwable> reader) {
    exceptionHandler = reader;
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    if (!over) { // Vert.x throws if it is
      request.pause();
    }
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    if (!over) {
      request.fetch(amount);
    }
    return this;
  }
}
