package dev.vertxmesh.http2;

/**
 * How large windows may become.
 *
 * @param most bytes of one stream that its sender may be ahead of the reader
 * @param room bytes of all streams of a connection whose readers have stopped, beyond which the
 *     others on it have to wait for them; four streams of the largest window always have room
 */
public record WindowLimits(int most, long room) {

  public static final int DEFAULT_MOST = 16 << 20;

  public WindowLimits {
    if (most < 1 || room < 1) {
      throw new IllegalArgumentException(
          "windows: most %d, room %d, expected both from 1".formatted(most, room));
    }
  }

  /**
   * Lets what a connection's stopped readers hold take a quarter of the memory, and one stream a
   * quarter of that.
   *
   * @param most bytes of one stream, if there's so much memory
   * @param memory bytes
   */
  public static WindowLimits of(int most, long memory) {
    long room = Math.max(4, memory / 4);
    return new WindowLimits((int) Math.min(most, room / 4), room);
  }

  /**
   * The window of a connection: where there's room, no less than all of its streams' together, for
   * Vert.x gives it back only as readers take their bytes, and one that has stopped would stop the
   * others.
   *
   * @param window bytes of each stream
   * @param streams how many there may be
   */
  int connection(int window, long streams) {
    long all = Math.min(streams, Integer.MAX_VALUE) * window;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(4L * window, Math.min(all, room)));
  }
}
