package dev.vertxmesh.link;

import dev.vertxmesh.call.Exchange;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Map;
import java.util.function.Consumer;

/** Reads one direction of a call for the test. */
final class Sink implements Exchange.Asker {

  private final boolean atOnce;
  volatile ReadStream<Buffer> stream;
  volatile Map<String, String> metadata;
  volatile long bytes;
  volatile String hex = "";
  volatile boolean ended;
  volatile Throwable broken;
  Consumer<Buffer> each = buffer -> {};

  private Sink(boolean atOnce) {
    this.atOnce = atOnce;
  }

  /** One that reads as fast as bytes come. */
  static Sink eager() {
    return new Sink(true);
  }

  /** One that reads when the test resumes its stream, or fetches. */
  static Sink lazy() {
    return new Sink(false);
  }

  @Override
  public void onAnswer(Map<String, String> headers, ReadStream<Buffer> messages) {
    metadata = headers;
    read(messages);
  }

  Sink read(ReadStream<Buffer> messages) {
    messages.exceptionHandler(cause -> broken = cause);
    messages.endHandler(end -> ended = true);
    messages.handler(this::onBuffer);
    stream = messages;
    if (atOnce) {
      messages.resume();
    }
    return this;
  }

  private void onBuffer(Buffer buffer) {
    bytes += buffer.length();
    if (hex.length() < 200) {
      hex += ByteBufUtil.hexDump(buffer.getBytes());
    }
    each.accept(buffer);
  }
}
