package dev.vertxmesh.bench.echo;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * grpc-java's client with a direct executor and one connection. Prints one line of JSON; if there
 * were errors, the first one on stderr.
 */
public final class EchoClient {
  private static final String REPORT =
      "{\"calls\":%d,\"seconds\":%.3f,\"callsPerSecond\":%.1f,\"p50Ms\":%.2f,\"p99Ms\":%.2f,"
          + "\"errors\":%d,\"cpuPer100k\":%.3f,\"peakRssMiB\":%.1f}%n";

  private EchoClient() {}

  /**
   * Port, messages in flight, bytes of each, seconds of warm-up, seconds that are measured, and
   * streams at a time; 0 where each message is a unary call.
   */
  public static void main(String[] args) throws Exception {
    byte[] message = new byte[Integer.parseInt(args[2])];
    new SplittableRandom(1).nextBytes(message);
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(args[0]))
            .usePlaintext()
            .directExecutor()
            .build();
    int streams = Integer.parseInt(args[5]);
    Loop loop =
        streams == 0
            ? new EchoLoop(channel, message, Long.MAX_VALUE)
            : new StreamLoop(channel, message, streams);
    loop.start(Integer.parseInt(args[1]));
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[3]));
    System.err.println("measuring"); // so that a watcher can take the servers' CPU time too
    loop.measure(true);
    long startNanos = System.nanoTime();
    double startCpu = cpuSeconds();
    TimeUnit.SECONDS.sleep(Integer.parseInt(args[4]));
    loop.measure(false);
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double cpu = cpuSeconds() - startCpu;
    loop.stop();
    channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    report(loop, seconds, cpu);
  }

  private static void report(Loop loop, double seconds, double cpu) throws IOException {
    long calls = loop.answers();
    System.out.printf(
        Locale.ROOT,
        REPORT,
        calls,
        seconds,
        calls / seconds,
        loop.percentileMillis(0.5),
        loop.percentileMillis(0.99),
        loop.errors(),
        cpu / Math.max(1, calls) * 100_000,
        peakRssMiB());
    if (loop.firstError() != null) {
      System.err.println("first error: " + loop.firstError());
    }
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  private static double peakRssMiB() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(each -> each.startsWith("VmHWM:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
    }
  }
}
