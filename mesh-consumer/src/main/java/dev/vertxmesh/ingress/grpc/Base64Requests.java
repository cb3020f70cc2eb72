package dev.vertxmesh.ingress.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

/** A request's body in base64, as the bytes that it stands for. What isn't base64 breaks it off. */
final class Base64Requests implements ReadStream<Buffer> {

  private final ReadStream<Buffer> text;
  private final String where;
  private final Base64Reader reader = new Base64Reader();
  private Handler<Throwable> exceptionHandler;
  private boolean broken;
  private boolean over;

  /**
   * @param where this agent, as failures name it
   */
  Base64Requests(ReadStream<Buffer> text, String where) {
    this.text = text;
    this.where = where;
  }

  @Override
  public ReadStream<Buffer> handler(Handler<Buffer> taker) {
    text.handler(chunk -> onText(chunk, taker));
    return this;
  }

  private void onText(Buffer chunk, Handler<Buffer> taker) {
    if (broken) {
      return;
    }
    byte[] bytes;
    try {
      bytes = reader.read(chunk.getBytes());
    } catch (IllegalArgumentException e) {
      breakOff(e.getMessage());
      return;
    }
    if (bytes.length > 0) {
      taker.handle(Buffer.buffer(bytes));
    } else {
      text.fetch(1); // a reader that wants one chunk hasn't had it
    }
  }

  private void breakOff(String why) {
    broken = true;
    if (exceptionHandler != null) {
      exceptionHandler.handle(new CallFailure(Status.BAD_REQUEST, where, "request: " + why));
    }
  }

  @Override
  public ReadStream<Buffer> endHandler(Handler<Void> taker) {
    text.endHandler(
        end -> {
          over = true;
          if (reader.isBetween()) {
            taker.handle(null);
          } else if (!broken) {
            breakOff("it ends within a group of four digits of base64");
          }
        });
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(Handler<Throwable> taker) {
    exceptionHandler = taker;
    text.exceptionHandler(taker);
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    if (!over) { // Vert.x throws if it is
      text.pause();
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
      text.fetch(amount);
    }
    return this;
  }
}
