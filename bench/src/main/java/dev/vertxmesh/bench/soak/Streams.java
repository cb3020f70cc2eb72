package dev.vertxmesh.bench.soak;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.StreamResetException;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * gRPC streams over one connection: long ones that say all that they hear, some that are cancelled
 * in the middle, some that are read slowly and cancelled then. On the loop.
 */
final class Streams {
  private static final int LONG = 8;
  private static final int SLOW = 3;
  private static final long TICK_MILLIS = 250;
  private static final int ECHO_BYTES = 1024;
  private static final int LONGEST_TICKS = 120;

  /** Of what pours: half a window each time, so that something is taken. */
  private static final int SLOW_BYTES = 2 * StreamServer.POURED_BYTES;

  /** Is cancelled as soon as something has come. */
  private static final int LEAVES_AT_ONCE = 0;

  /**
   * One in so many turns leaves what pours. More would be too many for grpc-java: it resets such a
   * stream for each message that still waits, and closes a connection with 200 resets in 30 s.
   */
  private static final int POURED_TURNS = 8;

  private static final int CANCEL = 8; // RST_STREAM's, RFC 9113 section 7

  private final Vertx vertx;
  private final HttpClient client;
  private final Ledger ledger;
  private final SplittableRandom random;
  private final Set<Stream> open = new HashSet<>();
  private long timer;
  private long began;
  private long turns;
  private boolean ending;

  Streams(Vertx vertx, HttpClient client, Ledger ledger, SplittableRandom random) {
    this.vertx = vertx;
    this.client = client;
    this.ledger = ledger;
    this.random = random;
  }

  void start() {
    timer = vertx.setPeriodic(TICK_MILLIS, id -> tick());
  }

  /** Starts no more, and ends those that there are. */
  void end() {
    ending = true;
    vertx.cancelTimer(timer);
    Set.copyOf(open).forEach(Stream::end);
  }

  /** Its connections too: left alone, they'd stay until they're idle for too long. */
  void close() {
    client.close();
  }

  /** How many were begun. */
  long began() {
    return began;
  }

  private void tick() {
    Set.copyOf(open).forEach(Stream::tick);
    for (long i = count(true); i < LONG; i++) {
      begin(true, 1 + random.nextInt(LONGEST_TICKS));
    }
    for (long i = count(false); i < SLOW; i++) {
      begin(false, 1 + random.nextInt(LONGEST_TICKS));
    }
    begin(true, LEAVES_AT_ONCE);
    if (++turns % POURED_TURNS == 0) {
      begin(false, LEAVES_AT_ONCE);
    }
  }

  private long count(boolean talks) {
    return open.stream().filter(stream -> stream.talks == talks && stream.stays).count();
  }

  private void begin(boolean talks, int ticks) {
    Stream stream = new Stream(talks, ticks);
    began++;
    open.add(stream);
    client
        .request(Question.grpc(talks ? StreamServer.ECHO : StreamServer.POUR))
        .onSuccess(stream::send)
        .onFailure(stream::fail);
  }

  private final class Stream {
    private final boolean talks;
    private final boolean stays;
    private final long beganNanos = System.nanoTime();
    private int ticks;
    private HttpClientRequest request;
    private HttpClientResponse response;
    private long sent;
    private long heard;
    private boolean left;

    Stream(boolean talks, int ticks) {
      this.talks = talks;
      this.stays = ticks != LEAVES_AT_ONCE;
      this.ticks = ticks;
    }

    void send(HttpClientRequest made) {
      request = made;
      request.exceptionHandler(e -> {}); // the response's future fails, too
      request.response().onSuccess(this::hear).onFailure(this::fail);
      if (talks) {
        request.setChunked(true);
        say();
      } else {
        request.end(Question.framed(Buffer.buffer()));
      }
      if (ending) {
        end();
      }
    }

    private void say() {
      Buffer message = Question.framed(Buffer.buffer(new byte[ECHO_BYTES]));
      sent += message.length();
      request.write(message);
    }

    private void hear(HttpClientResponse answer) {
      response = answer;
      if (!talks && stays) {
        answer.pause();
      }
      answer.exceptionHandler(this::fail);
      answer.handler(this::heard);
      answer.endHandler(end -> done());
    }

    private void heard(Buffer bytes) {
      heard += bytes.length();
      if (!stays || !talks && ticks <= 0) {
        cancel();
      } else if (!talks && heard % SLOW_BYTES < bytes.length()) {
        response.pause();
      }
    }

    void tick() {
      if (request == null || left || !stays) {
        return;
      }
      ticks--;
      if (!talks && response != null) {
        response.resume();
      } else if (talks && ticks > 0) {
        say();
      } else if (talks && ticks == 0) {
        request.end();
      }
    }

    void end() {
      if (request != null && !left) {
        cancel();
      }
    }

    /** Nothing is wrong with it. */
    private void cancel() {
      close(null);
      request.reset(CANCEL);
    }

    private void done() {
      String status = Question.status(response);
      if (!"0".equals(status)) {
        close(new Failure("grpc-" + status, Question.message(response)));
      } else {
        close(heard == sent ? null : new Failure("wrong", heard + " bytes of " + sent));
      }
    }

    private void fail(Throwable cause) {
      boolean reset = cause instanceof StreamResetException;
      close(
          reset
              ? new Failure("reset-" + ((StreamResetException) cause).getCode(), "" + cause)
              : Failure.connection(cause));
    }

    private void close(Failure failure) {
      if (left) {
        return;
      }
      left = true;
      open.remove(this);
      ledger.ended(Kind.STREAM, beganNanos, failure);
    }
  }
}
