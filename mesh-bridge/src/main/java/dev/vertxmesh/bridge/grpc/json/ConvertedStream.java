package dev.vertxmesh.bridge.grpc.json;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.Gzip;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One direction of a call, each of whose messages becomes another. More is read only when its
 * reader has had all that became of the bytes before; what is held is charged to the heap's budget.
 */
final class ConvertedStream {

  private final String whose;
  private final ReadStream<Buffer> from;
  private final UnaryOperator<byte[]> conversion;
  private final Runnable onOver;
  private final String where;
  private final MessageReader reader;
  private final FilledStream to = new FilledStream(this::onEmpty);
  private final Reservation reservation = Reservations.ofHeap().add(this::onOverrun);
  private Consumer<CallFailure> onBroken;
  private boolean reading;
  private boolean closed;

  /**
   * @param whose begins what is said of a fault: {@code request} or {@code answer}
   * @param compressed whether messages may be, by gzip
   * @param conversion throws a {@link CallFailure} or a {@link JsonMismatchException}
   * @param onOver run when the reader has seen the end
   * @param maxMessage bytes of one before it becomes another
   * @param where who reads them, for failures
   */
  ConvertedStream(
      String whose,
      ReadStream<Buffer> from,
      boolean compressed,
      UnaryOperator<byte[]> conversion,
      Runnable onOver,
      int maxMessage,
      String where) {
    this.whose = whose;
    this.from = from;
    this.conversion = conversion;
    this.onOver = onOver;
    this.where = where;
    this.reader = new MessageReader(maxMessage, this::onMessage, compressed ? this::unpack : null);
  }

  /**
   * @param breakOff told why there's no going on
   */
  FilledStream begin(Consumer<CallFailure> breakOff) {
    onBroken = breakOff;
    from.handler(this::onBytes);
    from.exceptionHandler(this::close);
    from.endHandler(end -> onEnd());
    from.fetch(1);
    return to;
  }

  /** Whether its reader has seen the end. */
  boolean isOver() {
    return to.isOver();
  }

  /** What comes after it is thrown away. */
  void close(Throwable cause) {
    if (!closed) {
      closed = true;
      reservation.close();
      to.fail(cause);
    }
  }

  private void onBytes(Buffer bytes) {
    if (closed) {
      return;
    }
    reading = true; // who takes a message asks for more at once
    try {
      hold(bytes.length());
      reader.read(Buffers.bytes(bytes));
    } catch (MessageReader.OverLimit e) {
      fail(Status.TOO_LARGE, e.getMessage() + ", the --max-message of this agent");
    } catch (JsonMismatchException e) {
      fail(Status.BAD_REQUEST, e.getMessage());
    } catch (OverBudgetException e) {
      fail(e.fitsAlone() ? Status.REFUSED : Status.TOO_LARGE, e.getMessage());
    } catch (CallFailure e) {
      onBroken.accept(e);
    } catch (IllegalArgumentException e) {
      fail(Status.INTERNAL, e.getMessage());
    }
    reading = false;
    onEmpty();
  }

  /** What it becomes is charged before it does. */
  private byte[] unpack(byte[] packed, int limit) {
    int length = Gzip.length(packed, limit);
    hold(length);
    return Gzip.inflate(packed, length);
  }

  private void onMessage(byte[] message) {
    if (closed) {
      return;
    }
    byte[] converted;
    ConversionBudget budget = ConversionBudget.begin();
    try {
      converted = conversion.apply(message);
    } finally {
      budget.close();
    }
    hold(converted.length);
    to.add(Buffer.buffer(MessageReader.framed(converted)));
  }

  private void hold(int bytes) {
    if (!reservation.hold(bytes + Reservation.PART)) {
      throw new CallFailure(Status.REFUSED, where, whose + ": no memory is left for it");
    }
  }

  private void onEmpty() {
    if (closed || reading) {
      return;
    } else if (to.isOver()) {
      closed = true;
      reservation.close();
      onOver.run();
    } else if (to.isEmpty()) {
      if (reader.isBetween()) {
        reservation.release(reservation.held());
      }
      from.fetch(1);
    }
  }

  private void onEnd() {
    if (closed) {
      return;
    } else if (reader.isBetween()) {
      to.end();
    } else {
      fail(Status.INTERNAL, "it ends within a message");
    }
  }

  private void onOverrun() {
    fail(Status.REFUSED, "no memory is left for it");
  }

  private void fail(Status status, String why) {
    onBroken.accept(new CallFailure(status, where, whose + ": " + why));
  }
}
