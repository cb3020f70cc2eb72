package dev.vertxmesh.bench.distance;

/**
 * A path between two machines, the same in both directions.
 *
 * @param roundTripMillis from 0
 * @param mibPerSecond its bandwidth, MiB a second
 */
record Stretch(int roundTripMillis, double mibPerSecond) {

  private static final int MIB = 1 << 20;

  /** A queue of no path is shorter, as nobody reads every microsecond. */
  private static final int LEAST_QUEUE = 1 << 20;

  Wire wire() {
    return new Wire(bytesPerSecond(), roundTripMillis * 1_000_000L / 2);
  }

  double bytesPerSecond() {
    return mibPerSecond * MIB;
  }

  /** How long so many bytes take with a window that stays, in seconds. */
  double seconds(int bytes, int window) {
    return (double) bytes / window * roundTripMillis / 1_000;
  }

  /** Bytes that wait before its narrowest part at most: as routers are built, a round trip's. */
  long queue() {
    return Math.max(LEAST_QUEUE, (long) (bytesPerSecond() * roundTripMillis / 1_000));
  }
}
