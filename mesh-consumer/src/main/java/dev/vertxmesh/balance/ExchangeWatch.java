package dev.vertxmesh.balance;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Stage;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.LongSupplier;

/**
 * What of a call with two directions the endpoint takes: from the end of the requests to the
 * beginning of the answer. Before that it may be waiting for the caller, and behind it the caller
 * reads; a stream lasts as long as both like.
 */
final class ExchangeWatch {

  /** Nobody can tell: the answer began while there were requests to come. */
  static final long UNKNOWN = -1;

  private final LongSupplier nanoClock;
  private long askedAt;
  private long answeredAt;
  private boolean asked;
  private boolean answered;

  ExchangeWatch(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** The call's exchange, of which this takes the times. */
  Exchange over(Call call) {
    Exchange watched = call.exchange();
    return new Exchange(
        new Requests(watched.requests()),
        (metadata, messages) -> {
          answered = true;
          answeredAt = nanoClock.getAsLong();
          call.record().reached(Stage.ANSWERED, answeredAt);
          watched.answer(metadata, messages);
        });
  }

  /** Nanoseconds that the endpoint took for a call that ends now, or {@link #UNKNOWN}. */
  long took(long now) {
    if (!asked || answered && answeredAt < askedAt) {
      return UNKNOWN;
    }
    return (answered ? answeredAt : now) - askedAt;
  }

  boolean isAnswered() {
    return answered;
  }

  private void onAsked() {
    if (!asked) {
      asked = true;
      askedAt = nanoClock.getAsLong();
    }
  }

  private final class Requests implements ReadStream<Buffer> {
    private final ReadStream<Buffer> watched;

    Requests(ReadStream<Buffer> watched) {
      this.watched = watched;
    }

    @Override
    public ReadStream<Buffer> endHandler(Handler<Void> handler) {
      watched.endHandler(
          handler == null
              ? null
              : end -> {
                onAsked();
                handler.handle(end);
              });
      return this;
    }

    @Override
    public ReadStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
      watched.exceptionHandler(handler);
      return this;
    }

    @Override
    public ReadStream<Buffer> handler(Handler<Buffer> handler) {
      watched.handler(handler);
      return this;
    }

    @Override
    public ReadStream<Buffer> pause() {
      watched.pause();
      return this;
    }

    @Override
    public ReadStream<Buffer> resume() {
      watched.resume();
      return this;
    }

    @Override
    public ReadStream<Buffer> fetch(long amount) {
      watched.fetch(amount);
      return this;
    }
  }
}
