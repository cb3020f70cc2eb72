package dev.vertxmesh.dubbo.wire;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;

/**
 * A body each of whose values stands by itself after its length.
 *
 * <pre>
 *  0                 4
 * +-----------------+---------------- - - -
 * | LENGTH of item  | ITEM
 * +-----------------+---------------- - - -
 * </pre>
 */
public final class CountedItems implements ValueReader {

  /** Reads an item, all of it. */
  @FunctionalInterface
  public interface ItemReader {
    Object read(ByteBuf item, Limits limits);
  }

  private final ByteBuf body;
  private final Consumer<ByteBuf> check;
  private final ItemReader items;
  private final Limits limits = new Limits();

  /**
   * @param check of an item, before it's read
   */
  public CountedItems(ByteBuf body, Consumer<ByteBuf> check, ItemReader items) {
    this.body = body;
    this.check = check;
    this.items = items;
  }

  @Override
  public Object read() {
    int length = body.readableBytes() < Integer.BYTES ? -1 : body.readInt();
    if (length < 0 || length > body.readableBytes()) {
      throw new DubboCodecException("the body ends inside of a value or its length");
    }
    ByteBuf item = body.readSlice(length);
    check.accept(item);
    limits.begin(item);
    return items.read(item, limits);
  }

  public static void write(ByteBuf out, Consumer<ByteBuf> item) {
    int at = out.writerIndex();
    out.writeInt(0);
    item.accept(out);
    out.setInt(at, out.writerIndex() - at - Integer.BYTES);
  }
}
