package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.common.URL;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import dev.vertxmesh.samples.contest.ContestStrings;
import dev.vertxmesh.samples.provider.Loopback;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Calls one provider as a Dubbo application would, with nothing in between: what the mesh is
 * compared with. Prints one line of JSON; if there were errors, the first one on stderr.
 */
public final class NativeClient {
  private static final String REPORT =
      "{\"calls\":%d,\"seconds\":%.3f,\"callsPerSecond\":%.1f,\"p50Ms\":%.2f,\"p99Ms\":%.2f,"
          + "\"errors\":%d,\"cpuSeconds\":%.2f,\"cpuPer100k\":%.3f,\"peakRssMiB\":%.1f}%n";

  private NativeClient() {}

  /** Flags as in {@link ClientFlags}. */
  public static void main(String[] args) throws Exception {
    try {
      run(ClientFlags.parse(args));
      System.exit(0); // Dubbo's threads would keep the process
    } catch (RuntimeException e) {
      System.err.println("cannot call: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(ClientFlags flags) throws InterruptedException, IOException {
    String[] strings = ContestStrings.pool(flags.strings(), new SplittableRandom(flags.strings()));
    CallLoop loop = new CallLoop(reference(flags.url()).get(), strings);
    loop.start(flags.inFlight());
    Thread.sleep(flags.warmupSeconds() * 1000L);

    System.err.println("measuring"); // so that a watcher can take the provider's CPU time too
    loop.swap(new Latencies());
    long startNanos = System.nanoTime();
    double startCpu = Usage.cpuSeconds();
    Thread.sleep(flags.seconds() * 1000L);
    double cpu = Usage.cpuSeconds() - startCpu;
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    long errors = loop.errors();
    Latencies measured = loop.swap(new Latencies());
    loop.stop();

    report(measured, seconds, cpu, errors);
    if (loop.firstError() != null) {
      System.err.println("first error: " + loop.firstError());
    }
  }

  private static void report(Latencies measured, double seconds, double cpu, long errors)
      throws IOException {
    long calls = measured.count();
    System.out.printf(
        Locale.ROOT,
        REPORT,
        calls,
        seconds,
        calls / seconds,
        measured.percentileMillis(0.5),
        measured.percentileMillis(0.99),
        errors,
        cpu,
        cpu / Math.max(1, calls) * 100_000,
        Usage.peakRssMiB());
  }

  /** To the provider at {@code dubbo://host:port}; its calls are asynchronous. */
  static ReferenceConfig<IHelloService> reference(String provider) {
    URL given = URL.valueOf(provider);
    URL url =
        given
            .setHost(Loopback.spelled(given.getHost()))
            .setPath(IHelloService.class.getName())
            .addParameter("serialization", "hessian2");
    ReferenceConfig<IHelloService> reference = new ReferenceConfig<>();
    ApplicationConfig application = new ApplicationConfig("samples-native-client");
    application.setQosEnable(false);
    reference.setApplication(application);
    reference.setInterface(IHelloService.class);
    reference.setUrl(url.toFullString());
    reference.setClient("netty4");
    reference.setTimeout(5000);
    reference.setRetries(0);
    reference.setAsync(true);
    reference.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
    return reference;
  }
}
