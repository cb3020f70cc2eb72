package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.load.Used;

/** What a call costs an agent. */
enum Cost {
  CPU("CPU us a call"),
  BYTES("bytes a call");

  private final String title;

  Cost(String title) {
    this.title = title;
  }

  /** Microseconds, or bytes, of one call. */
  double of(Used used, long calls) {
    return (this == CPU ? used.cpuNanos() / 1e3 : (double) used.bytes()) / calls;
  }

  String title() {
    return title;
  }
}
