package dev.vertxmesh.bench.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Through real sockets; times are least times, as the machine may have other things to do. */
class DelayProxyTest {

  private static final int MIB = 1 << 20;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setReceiveBufferSize(64 << 10);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  @Test
  void everyByteComesAndInOrder() throws Exception {
    byte[] sent = new byte[5 * MIB];
    new Random(1).nextBytes(sent);
    try (DelayProxy proxy = proxy(20, 1_000);
        Socket client = connect(proxy);
        Socket accepted = server.accept()) {
      threads.submit(() -> write(client, sent));
      assertThat(accepted.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
      threads.submit(() -> write(accepted, sent));
      assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
    }
  }

  @Test
  void aByteThereAndOneBackTakeARoundTrip() throws Exception {
    try (DelayProxy proxy = proxy(60, 100);
        Socket client = connect(proxy);
        Socket accepted = server.accept()) {
      long begin = System.nanoTime();
      write(client, new byte[1]);
      accepted.getInputStream().read();
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(30_000_000);
      write(accepted, new byte[1]);
      client.getInputStream().read();
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(60_000_000);
    }
  }

  @Test
  void bytesDoNotWaitForOnesThatWereSentBefore() throws Exception {
    try (DelayProxy proxy = proxy(2_000, 100);
        Socket client = connect(proxy);
        Socket accepted = server.accept()) {
      long begin = System.nanoTime();
      for (int i = 0; i < 20; i++) { // one by one through the wire, this took twenty seconds
        write(client, new byte[16 << 10]);
      }
      accepted.getInputStream().readNBytes(20 * (16 << 10));
      assertThat(System.nanoTime() - begin).isBetween(1_000_000_000L, 18_000_000_000L);
    }
  }

  @Test
  void noMoreThanItsBandwidthComesThrough() throws Exception {
    try (DelayProxy proxy = proxy(0, 10);
        Socket client = connect(proxy);
        Socket accepted = server.accept()) {
      long begin = System.nanoTime();
      threads.submit(() -> write(client, new byte[4 * MIB]));
      accepted.getInputStream().readNBytes(4 * MIB);
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(400_000_000);
    }
  }

  @Test
  void aSenderWhoseBytesNobodyTakesIsStopped() throws Exception {
    AtomicLong taken = new AtomicLong();
    try (DelayProxy proxy = proxy(20, 100);
        Socket client = new Socket()) {
      client.setSendBufferSize(64 << 10);
      client.connect(new InetSocketAddress("127.0.0.1", proxy.port()));
      try (Socket accepted = server.accept()) {
        CompletableFuture<Void> writing =
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < 64; i++) {
                    write(client, new byte[MIB]);
                    taken.addAndGet(MIB);
                  }
                },
                threads);
        // a round trip's bytes on the way, as many before it, and what the kernel's sockets hold
        await().during(1, TimeUnit.SECONDS).until(() -> taken.get() < 32L * MIB);
        assertThat(writing).isNotDone();
        accepted.getInputStream().readNBytes(64 * MIB);
        writing.get(200, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void whoClosesIsFollowedWhenAllHasCome() throws Exception {
    try (DelayProxy proxy = proxy(50, 100)) {
      try (Socket client = connect(proxy)) {
        write(client, new byte[MIB]);
      }
      try (Socket accepted = server.accept()) {
        assertThat(accepted.getInputStream().readAllBytes()).hasSize(MIB);
      }
    }
  }

  @Test
  void whereNobodyListensTheClientIsTold() throws Exception {
    server.close();
    try (DelayProxy proxy = proxy(0, 100);
        Socket client = connect(proxy)) {
      client.setSoTimeout(20_000);
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  private DelayProxy proxy(int roundTripMillis, double mibPerSecond) {
    return new DelayProxy(new Stretch(roundTripMillis, mibPerSecond), server.getLocalPort());
  }

  private static Socket connect(DelayProxy proxy) throws IOException {
    return new Socket("127.0.0.1", proxy.port());
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
