package dev.vertxmesh.frame;

import java.util.function.Function;

/** Reads a frame the way its recipients do. */
final class LinkReads {

  private LinkReads() {}

  static <T> T take(Frame frame, Function<Frame, T> decode) {
    try {
      return decode.apply(frame);
    } finally {
      frame.release();
    }
  }
}
