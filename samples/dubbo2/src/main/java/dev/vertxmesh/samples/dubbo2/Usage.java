package dev.vertxmesh.samples.dubbo2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process has used, by Linux's own account. */
final class Usage {
  private static final double NANOS = 1e9;

  private Usage() {}

  /** User and system CPU seconds of all threads since the process started. */
  static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / NANOS;
  }

  /** The most memory that was ever resident, in MiB. */
  static double peakRssMiB() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(each -> each.startsWith("VmHWM:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
    }
  }
}
