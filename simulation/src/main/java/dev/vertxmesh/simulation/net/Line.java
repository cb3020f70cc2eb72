package dev.vertxmesh.simulation.net;

/** The way from one host to another, one direction of it. */
public final class Line {

  private final String from;
  private long latency;
  private long jitter;
  private boolean cut;

  Line(String from, long latency, long jitter) {
    this.from = from;
    this.latency = latency;
    this.jitter = jitter;
  }

  /**
   * @param nanos that every packet takes
   * @param more nanoseconds that some take beyond that
   */
  public void slow(long nanos, long more) {
    latency = nanos;
    jitter = more;
  }

  String from() {
    return from;
  }

  long latency() {
    return latency;
  }

  long jitter() {
    return jitter;
  }

  public boolean isCut() {
    return cut;
  }

  void cut(boolean is) {
    cut = is;
  }
}
