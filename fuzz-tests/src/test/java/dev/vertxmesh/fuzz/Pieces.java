package dev.vertxmesh.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** A stream of bytes as a socket may deliver it. */
public final class Pieces {

  private Pieces() {}

  /** The bytes cut where a script says, each piece a buffer of its own. */
  public static List<ByteBuf> of(byte[] bytes, Script cuts) {
    List<ByteBuf> pieces = new ArrayList<>();
    int at = 0;
    while (at < bytes.length) {
      int length = cuts.goesOn() ? 1 + cuts.next() : bytes.length;
      int end = Math.min(bytes.length, at + length);
      pieces.add(Unpooled.copiedBuffer(bytes, at, end - at));
      at = end;
    }
    return pieces;
  }

  /**
   * @throws AssertionError if one of them wasn't released
   */
  public static void expectReleased(List<ByteBuf> pieces) {
    for (ByteBuf piece : pieces) {
      if (piece.refCnt() != 0 && piece.capacity() > 0) { // the empty one lives on
        throw new AssertionError("a buffer of %d bytes is kept".formatted(piece.capacity()));
      }
    }
  }
}
