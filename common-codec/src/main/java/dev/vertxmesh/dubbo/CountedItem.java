package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;

/** An item with its length before it, in four bytes. */
final class CountedItem {

  private CountedItem() {}

  /** Reads the length, so that the item is what is next. */
  static int length(ByteBuf in) {
    int length = in.readInt();
    if (length < 0 || length > in.readableBytes()) {
      throw new DubboCodecException(
          "an item of %d bytes, where there are %d".formatted(length, in.readableBytes()));
    }
    return length;
  }
}
