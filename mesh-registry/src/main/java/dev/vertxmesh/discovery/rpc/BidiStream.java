package dev.vertxmesh.discovery.rpc;

import com.google.protobuf.MessageLite;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.grpc.client.GrpcClientRequest;
import io.vertx.grpc.client.GrpcClientResponse;

/** A call with messages both ways. May be asked on any thread; its state is its event loop's. */
public final class BidiStream {

  private final Context context;
  private final Handler<Throwable> onEnd;
  private GrpcClientRequest<Buffer, Buffer> request;
  private GrpcClientResponse<Buffer, Buffer> response;
  private boolean ended;

  BidiStream(Context context, Handler<Throwable> onEnd) {
    this.context = context;
    this.onEnd = onEnd;
  }

  void begin(GrpcClientRequest<Buffer, Buffer> opened, MessageLite first) {
    if (ended) {
      opened.cancel();
      return;
    }
    request = opened;
    request.exceptionHandler(this::fail);
    request.write(Buffer.buffer(first.toByteArray()));
  }

  void read(GrpcClientResponse<Buffer, Buffer> begun) {
    response = begun;
    response.pause();
    response.fetch(1);
  }

  /** The last message has been dealt with. */
  public void next() {
    context.runOnContext(
        nothing -> {
          if (!ended && response != null) {
            response.fetch(1);
          }
        });
  }

  /** Does nothing before it has begun and after it has ended. */
  public void write(MessageLite message) {
    context.runOnContext(
        nothing -> {
          if (!ended && request != null && !request.writeQueueFull()) {
            request.write(Buffer.buffer(message.toByteArray()));
          }
        });
  }

  /** Ends it from this side: nothing more is told. */
  public void cancel() {
    context.runOnContext(
        nothing -> {
          if (!ended) {
            ended = true;
            reset();
          }
        });
  }

  /** On its event loop. */
  void fail(Throwable cause) {
    if (!ended) {
      ended = true;
      reset();
      onEnd.handle(cause);
    }
  }

  private void reset() {
    if (request != null) {
      request.cancel();
    }
  }
}
