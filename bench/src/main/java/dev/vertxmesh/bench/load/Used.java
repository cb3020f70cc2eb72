package dev.vertxmesh.bench.load;

/**
 * What a process' Java threads have used. The compiler's and the collector's threads aren't Java
 * threads, so when they run, which chance decides, changes nothing here.
 *
 * @param cpuNanos on a processor
 * @param bytes allocated on the heap
 */
public record Used(long cpuNanos, long bytes) {
  public static final Used NOTHING = new Used(0, 0);

  public Used plus(Used more) {
    return new Used(cpuNanos + more.cpuNanos, bytes + more.bytes);
  }

  Used minus(Used before) {
    return new Used(cpuNanos - before.cpuNanos, bytes - before.bytes);
  }
}
