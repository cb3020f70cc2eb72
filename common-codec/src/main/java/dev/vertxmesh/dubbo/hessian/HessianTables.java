package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The classes and types of one body, which hessian2 numbers through it. Keeps its room. */
final class HessianTables {

  private static final int MAX_CLASSES = 1 << 16;
  private static final int FIRST_ROOM = 16;

  private int[] fields = new int[FIRST_ROOM];
  private int[] typeStarts = new int[FIRST_ROOM];
  private int classes;
  private int types;

  /** Before a body. */
  void clear() {
    classes = 0;
    types = 0;
  }

  /**
   * @param count how many fields it has
   */
  void addClass(int count) {
    if (classes == fields.length) {
      if (classes == MAX_CLASSES) {
        throw new DubboCodecException("more than " + MAX_CLASSES + " classes");
      }
      fields = Arrays.copyOf(fields, 2 * classes);
    }
    fields[classes++] = count;
  }

  /**
   * How many fields a class has.
   *
   * @param in where its number was read from
   */
  int fieldsOf(int number, ByteBuf in) {
    if (number < 0 || number >= classes) {
      throw new DubboCodecException(
          "byte %d: an object of class %d, of %d".formatted(in.readerIndex(), number, classes));
    }
    return fields[number];
  }

  /**
   * @param start where its name starts
   */
  void addType(int start) {
    if (types == typeStarts.length) {
      if (types == MAX_CLASSES) {
        throw new DubboCodecException("more than " + MAX_CLASSES + " types");
      }
      typeStarts = Arrays.copyOf(typeStarts, 2 * types);
    }
    typeStarts[types++] = start;
  }

  /**
   * Where a type's name starts.
   *
   * @param at where its number stands
   */
  int startOfType(int number, int at) {
    if (number < 0 || number >= types) {
      throw new DubboCodecException("byte %d: type %d, of %d".formatted(at, number, types));
    }
    return typeStarts[number];
  }
}
