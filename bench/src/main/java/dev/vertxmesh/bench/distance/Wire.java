package dev.vertxmesh.bench.distance;

/**
 * One direction of a path in time: so many bytes a second get into it, one after the other, and
 * come out a fixed time later. Arithmetic only; times are in nanoseconds, of one clock.
 */
final class Wire {

  private final double nanosPerByte;
  private final long delayNanos;
  private double free;

  /**
   * @param bytesPerSecond from 1
   * @param delayNanos from 0
   */
  Wire(double bytesPerSecond, long delayNanos) {
    if (!(bytesPerSecond >= 1) || delayNanos < 0) {
      throw new IllegalArgumentException(
          "wire: %s bytes/s, %s ns, expected at least 1 and 0"
              .formatted(bytesPerSecond, delayNanos));
    }
    this.nanosPerByte = 1e9 / bytesPerSecond;
    this.delayNanos = delayNanos;
    this.free = Double.NEGATIVE_INFINITY;
  }

  /**
   * Bytes have come to the wire, and wait until those before them are in it.
   *
   * @return when the last of them comes out
   */
  long send(int bytes, long now) {
    free = Math.max(now, free) + bytes * nanosPerByte;
    return (long) Math.ceil(free) + delayNanos;
  }

  /** How many bytes are in it at most, which no sender has to be stopped for. */
  long holds() {
    return (long) Math.ceil(delayNanos / nanosPerByte);
  }
}
