package dev.vertxmesh.bench.contest;

import java.util.List;

/** Reads Linux's {@code /proc/PID/status}. */
final class ProcStatus {
  private static final double KIB_IN_MIB = 1024;

  private ProcStatus() {}

  /** {@code VmHWM}, the peak of the resident set, in MiB. */
  static double peakRssMiB(List<String> lines) {
    String line =
        lines.stream().filter(each -> each.startsWith("VmHWM:")).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) / KIB_IN_MIB;
  }
}
