package dev.vertxmesh.http2;

import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.Arrays;

/** The streams of a connection that were reset at this end last, up to a thousand. */
final class ResetStreams extends Http2ConnectionAdapter {

  /** More than can be reset within a round trip: those of a second may be so many. */
  private static final int MOST = 1_024;

  private static final int FIRST = 8;

  private int[] streams = {};
  private int count;

  @Override
  public void onStreamClosed(Http2Stream stream) {
    if (stream.isResetSent()) {
      if (count == streams.length && count < MOST) {
        streams = Arrays.copyOf(streams, Math.max(FIRST, 2 * count));
      }
      streams[count % MOST] = stream.id();
      count = count + 1 < 2 * MOST ? count + 1 : MOST;
    }
  }

  /** Asked only when a frame comes for a stream that is no more. */
  boolean contains(int stream) {
    for (int known : streams) {
      if (known == stream) {
        return true;
      }
    }
    return false;
  }
}
