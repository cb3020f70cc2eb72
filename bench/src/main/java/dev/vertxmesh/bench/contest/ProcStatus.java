package dev.vertxmesh.bench.contest;

import java.util.List;

/** Reads Linux's {@code /proc/PID/status}. */
final class ProcStatus {
  private static final double KIB_IN_MIB = 1024;

  private ProcStatus() {}

  /** {@code VmHWM}, the peak of the resident set, in MiB. */
  static double peakRssMiB(List<String> lines) {
    return mib(lines, "VmHWM:");
  }

  /** {@code VmRSS}, the resident set as it is, in MiB. */
  static double rssMiB(List<String> lines) {
    return mib(lines, "VmRSS:");
  }

  private static double mib(List<String> lines, String name) {
    String line = lines.stream().filter(each -> each.startsWith(name)).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) / KIB_IN_MIB;
  }
}
