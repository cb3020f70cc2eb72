package dev.vertxmesh.http2;

import java.util.Collection;

/**
 * What is known of some connections' windows.
 *
 * @param connections how many there are
 * @param window the largest of a stream, in bytes
 * @param bytesPerSecond the highest bandwidth that was found
 * @param roundTripNanos the longest round trip
 */
public record WindowView(int connections, int window, long bytesPerSecond, long roundTripNanos) {

  public static final WindowView NONE = new WindowView(0, 0, 0, 0);

  static WindowView of(Collection<Http2Windows> all) {
    WindowView sum = NONE;
    for (Http2Windows one : all) {
      sum = sum.and(new WindowView(1, one.window(), one.bytesPerSecond(), one.roundTripNanos()));
    }
    return sum;
  }

  public WindowView and(WindowView other) {
    return new WindowView(
        connections + other.connections,
        Math.max(window, other.window),
        Math.max(bytesPerSecond, other.bytesPerSecond),
        Math.max(roundTripNanos, other.roundTripNanos));
  }
}
