package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One of 950 streams on a link isn't read for a while. */
class SlowReaderIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final String ECHO = "/" + SERVICE + "/Echo";
  private static final String FLOOD = "/" + SERVICE + "/Flood";
  private static final int NEIGHBOURS = 949;

  /** Of one caller, which may have 250 at a time on a connection. */
  private static final int STREAMS = 200;

  private static final int PARTS = 4_096;
  private static final int PART = 16 << 10;

  /** How long it isn't read; the property {@code mesh.stop.seconds} for a longer look. */
  private static final int STOP_SECONDS = Integer.getInteger("mesh.stop.seconds", 10);

  private static final int EVERY_MILLIS = 4_000;

  private final Vertx vertx = Vertx.vertx();
  private final ConcurrentLinkedQueue<Long> micros = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Throwable> broken = new ConcurrentLinkedQueue<>();
  private final AtomicLong written = new AtomicLong();

  /** A stream that sends a small message now and then, and waits for it to come back. */
  private final class Neighbour {
    private final HttpClientRequest request;
    private final AtomicInteger echoes = new AtomicInteger();
    private long sentAt;
    private int missing;

    Neighbour(RawGrpc client) {
      request = client.begin(ECHO);
      HttpClientResponse response = RawGrpc.get(request.response());
      response.handler(this::onBytes);
      response.exceptionHandler(broken::add);
      response.resume();
    }

    void begin(int delay) {
      vertx.setTimer(delay, id -> vertx.setPeriodic(EVERY_MILLIS, tick -> send()));
    }

    private synchronized void send() {
      if (missing == 0) {
        Buffer message = RawGrpc.message(new byte[60]);
        missing = message.length();
        sentAt = System.nanoTime();
        request.write(message);
      }
    }

    private synchronized void onBytes(Buffer bytes) {
      missing -= bytes.length();
      if (missing == 0) {
        micros.add((System.nanoTime() - sentAt) / 1_000);
        echoes.incrementAndGet();
      }
    }
  }

  @Test
  void holdsAtMostItsWindowAndTheOtherStreamsDoNotNotice(@TempDir Path folder) {
    FakeGrpc server = new FakeGrpc(vertx);
    server.does(
        request -> {
          if (request.path().equals(FLOOD)) {
            flood(request);
          } else {
            FakeGrpc.echo(request);
          }
        });
    // that many streams may be too many for an agent that's short of CPU, which this isn't about
    String[] flags = {"--event-loops", "1", "--queue-target", "0"};
    try (GrpcMesh mesh = new GrpcMesh(folder, server.port(), List.of(SERVICE), flags).start()) {
      List<RawGrpc> clients = new ArrayList<>();
      List<Neighbour> neighbours = neighbours(clients, mesh.consumer().port());
      passes(Duration.ofSeconds(8));
      await().until(() -> !micros.isEmpty());
      long before = p99();
      RawGrpc other = new RawGrpc(vertx, mesh.consumer().port());
      HttpClientRequest slow = other.begin(FLOOD);
      slow.end();
      Numbered numbered = new Numbered(RawGrpc.get(slow.response()));
      numbered.response.exceptionHandler(broken::add);
      await().until(() -> numbered.paused);
      long read = numbered.bytes;
      List<Integer> echoed = neighbours.stream().map(one -> one.echoes.get()).toList();
      micros.clear();
      double most = 0;
      double window = 0; // which may shrink, and what it let in stays
      for (int second = 0; second < STOP_SECONDS; second++) {
        passes(Duration.ofSeconds(1));
        Metrics now = mesh.consumer().metrics();
        most = Math.max(most, now.sum("mesh_link_unread_bytes"));
        window = Math.max(window, now.sum("mesh_link_window_bytes"));
      }
      for (int i = 0; i < NEIGHBOURS; i++) {
        int one = i;
        await()
            .failFast(() -> assertThat(broken).isEmpty())
            .until(() -> neighbours.get(one).echoes.get() > echoed.get(one));
      }
      long during = p99();
      System.out.printf(
          "%d streams beside one that isn't read for %d s: p99 %d us before, %d us meanwhile;"
              + " the one holds %.0f bytes, its window is %.0f%n",
          NEIGHBOURS, STOP_SECONDS, before, during, most, window);
      assertThat(most).isPositive().isLessThanOrEqualTo(window);
      assertThat(numbered.bytes - read).isLessThan(1 << 20);
      numbered.response.resume();
      readToTheEnd(numbered, mesh);
      assertThat(numbered.bytes).isEqualTo((long) PARTS * PART);
      assertThat(numbered.inOrder).isTrue();
      await().until(() -> mesh.consumer().metrics().sum("mesh_link_unread_bytes") == 0);
      clients.forEach(RawGrpc::close);
      other.close();
    } finally {
      RawGrpc.get(vertx.close());
    }
  }

  /** 64 MiB, a window at a time. */
  private void readToTheEnd(Numbered numbered, GrpcMesh mesh) {
    while (!numbered.ended) {
      long soFar = numbered.bytes;
      try {
        await()
            .failFast(() -> assertThat(broken).isEmpty())
            .until(() -> numbered.ended || numbered.bytes > soFar);
      } catch (ConditionTimeoutException e) {
        throw new AssertionError(
            "stands still after %d bytes, of which the server has written %d; consumer agent:%n%s%nprovider agent:%n%s"
                .formatted(soFar, written.get(), where(mesh.consumer()), where(mesh.provider())),
            e);
      }
    }
  }

  /** What an agent says of its links, connections and calls. */
  private static String where(Agent agent) {
    return agent
        .admin()
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.matches("mesh_(link|http2|calls|memory|queue|grpc).*"))
        .filter(line -> !line.contains("_bucket"))
        .collect(Collectors.joining("\n"));
  }

  private List<Neighbour> neighbours(List<RawGrpc> clients, int port) {
    List<Neighbour> all = new ArrayList<>();
    for (int i = 0; i < NEIGHBOURS; i++) {
      if (i % STREAMS == 0) {
        clients.add(new RawGrpc(vertx, port));
      }
      Neighbour one = new Neighbour(clients.get(i / STREAMS));
      one.begin(1 + i * EVERY_MILLIS / NEIGHBOURS);
      all.add(one);
    }
    return all;
  }

  private static void passes(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    await().until(() -> System.nanoTime() > end); // the machine may stand still meanwhile
  }

  private long p99() {
    List<Long> sorted = micros.stream().sorted().toList();
    return sorted.get(sorted.size() * 99 / 100);
  }

  /** Sends as fast as it can; each part begins with its number. */
  private void flood(HttpServerRequest request) {
    HttpServerResponse response = FakeGrpc.begin(request);
    int[] sent = {0};
    Runnable more =
        () -> {
          while (sent[0] < PARTS && !response.writeQueueFull()) {
            response.write(RawGrpc.message(part(sent[0]++)));
            written.addAndGet(PART);
          }
          if (sent[0] == PARTS) {
            sent[0]++;
            response.putTrailer("grpc-status", "0").end();
          }
        };
    response.drainHandler(room -> more.run());
    more.run();
  }

  private static byte[] part(int number) {
    return Buffer.buffer(new byte[PART - 5]).setInt(0, number).getBytes();
  }

  /** Reads the flood and looks at the numbers; stops reading soon after it has begun. */
  private static final class Numbered {
    private final HttpClientResponse response;
    private Buffer rest = Buffer.buffer();
    private int next;
    private volatile long bytes;
    private volatile boolean inOrder = true;
    private volatile boolean paused;
    private volatile boolean ended;

    Numbered(HttpClientResponse response) {
      this.response = response;
      response.handler(this::onBytes);
      response.endHandler(end -> ended = true);
      response.resume();
    }

    private void onBytes(Buffer more) {
      rest.appendBuffer(more);
      int at = 0;
      while (rest.length() - at >= PART) {
        inOrder &= rest.getInt(at + 5) == next++;
        at += PART;
      }
      rest = rest.getBuffer(at, rest.length());
      bytes += more.length();
      if (bytes > PART && !paused) {
        response.pause(); // here, or more than the window would have come meanwhile
        paused = true;
      }
    }
  }
}
