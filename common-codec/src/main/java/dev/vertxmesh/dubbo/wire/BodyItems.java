package dev.vertxmesh.dubbo.wire;

import io.netty.buffer.ByteBuf;

/**
 * A body as the items that it is a row of. Reads strings, steps over the rest, and makes no value
 * of what it steps over.
 *
 * <p>Every method reads from the buffer's reader index on and leaves it behind the item. All throw
 * {@link DubboCodecException} or {@link IndexOutOfBoundsException} for bytes that are no such item.
 */
public abstract class BodyItems {

  /** Gets entries of a map. */
  public interface Entries {
    /**
     * Whether the value of an entry is wanted.
     *
     * @param end where the name's bytes end in the buffer that is read; negative where that isn't
     *     known
     */
    boolean wants(String name, int end);

    /**
     * In the order of the wire; of those with one name the last is what a provider gets.
     *
     * @param value a String, Number, Boolean or null, or what stands for any other
     */
    void onEntry(String name, Object value);
  }

  /** Before the first item of a body. */
  public void begin() {}

  /**
   * From here on a text that is a class's name counts as one: of a generic call's arguments, the
   * provider's Dubbo makes objects of the classes that texts name.
   */
  public abstract void takeTextsForNames();

  /** Reads a string, or null. */
  public abstract String readString(ByteBuf in);

  /** Steps over any item. */
  public abstract void skip(ByteBuf in);

  /**
   * Steps over a request's arguments.
   *
   * @param descriptor their types
   * @param count how many there are
   * @return whether {@link #checkStrays} has to look at them
   */
  public boolean skipArguments(ByteBuf in, String descriptor, int count) {
    for (int left = count; left > 0; left--) {
      skip(in);
    }
    return false;
  }

  /**
   * Looks at what a provider may read that can't read an argument and goes on in the middle of it.
   *
   * @param from where the arguments begin
   */
  public void checkStrays(ByteBuf in, int from, boolean ofGenericCall) {}

  /** Reads a map's own entries; null has none, and anything else is refused. */
  public abstract void readEntries(ByteBuf in, Entries entries);
}
