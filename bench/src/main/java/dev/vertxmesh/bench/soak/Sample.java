package dev.vertxmesh.bench.soak;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.vertxmesh.bench.contest.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One look at an agent, after a collection. */
final class Sample {

  /** Has {@code --add-exports} in bench/soak. */
  private static final String HOTSPOT = "sun.tools.attach.HotSpotVirtualMachine";

  private static final double KIB = 1024;

  private Sample() {}

  /**
   * @throws IOException if it doesn't answer, or is gone
   */
  static Map<Gauge, Double> of(long pid, URI metrics) throws IOException, InterruptedException {
    collect(pid);
    Metrics told = Metrics.of(metrics);
    Map<Gauge, Double> sample = new EnumMap<>(Gauge.class);
    sample.put(Gauge.HEAP, told.sum("jvm_memory_used_bytes", "area=\"heap\"") / KIB);
    sample.put(Gauge.NON_HEAP, told.sum("jvm_memory_used_bytes", "area=\"nonheap\"") / KIB);
    sample.put(Gauge.DIRECT, told.sum("mesh_netty_direct_bytes", "") / KIB);
    sample.put(Gauge.PINNED, told.sum("mesh_netty_pinned_bytes", "") / KIB);
    sample.put(Gauge.IN_FLIGHT, told.sum("mesh_calls_in_flight", ""));
    sample.put(Gauge.DEADLINES, told.sum("mesh_deadlines", ""));
    sample.put(Gauge.STREAMS, told.sum("mesh_link_streams", ""));
    sample.put(Gauge.LINKS, told.sum("mesh_links", ""));
    double dubbo = told.sum("mesh_dubbo_connections", "");
    sample.put(Gauge.CALLERS, told.sum("mesh_callers_connections", "") + dubbo);
    Path process = Path.of("/proc", "" + pid);
    List<String> status = Files.readAllLines(process.resolve("status"));
    sample.put(Gauge.RSS, number(status, "VmRSS:"));
    sample.put(Gauge.THREADS, number(status, "Threads:"));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      sample.put(Gauge.DESCRIPTORS, (double) descriptors.count());
    }
    return sample;
  }

  private static double number(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  private static void collect(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach("" + pid);
      try (InputStream said =
          (InputStream)
              Class.forName(HOTSPOT)
                  .getMethod("executeJCmd", String.class)
                  .invoke(machine, "GC.run")) {
        said.readAllBytes();
      } finally {
        machine.detach();
      }
    } catch (ReflectiveOperationException | AttachNotSupportedException e) {
      throw new IOException("process " + pid + " takes no commands", e);
    }
  }
}
