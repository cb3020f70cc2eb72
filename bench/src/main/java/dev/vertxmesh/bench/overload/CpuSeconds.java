package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Child;
import java.time.Duration;

/** CPU time that each process has used, in seconds. */
record CpuSeconds(double consumer, double provider, double dubbo, double load) {

  /** Since they were started, and this one. */
  static CpuSeconds of(Child consumer, Child provider, Child dubbo) {
    double load =
        ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L) / 1e9;
    return new CpuSeconds(consumer.cpuSeconds(), provider.cpuSeconds(), dubbo.cpuSeconds(), load);
  }

  CpuSeconds since(CpuSeconds before) {
    return new CpuSeconds(
        consumer - before.consumer,
        provider - before.provider,
        dubbo - before.dubbo,
        load - before.load);
  }
}
