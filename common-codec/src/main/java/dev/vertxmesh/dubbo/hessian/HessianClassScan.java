package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.classfilter.DeniedFamilies;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/**
 * Finds the names of denied classes in hessian2 wherever one could be read from, whatever it's a
 * part of. A provider's Dubbo goes on after an argument that it can't read (the loop over them in
 * {@code DecodeableRpcInvocation}), and that may be in the middle of it: then what was a part of a
 * binary, a text or a number is read as values. So each byte that may be the tag that a name
 * follows is taken for it.
 *
 * <p>A byte costs some nanoseconds and no memory: nearly every string is given up after a few
 * letters. Of a generic call, where each text is looked at, one that begins with an empty chunk is
 * left to the next; elsewhere only what is right behind a tag is, so that each chunk is read once.
 */
final class HessianClassScan {

  /** A generic call's arguments in Java's own serialization, whatever their case. */
  private static final String JAVAS_OWN = "nativejava";

  /** No denied class has a longer name. */
  private static final int MAX_NAME = 512;

  /** So many letters tell whether a name can be one of a family. */
  private static final int TELLING = 8;

  private static final int LAST_SHORT = 0x1f;
  private static final int FIRST_MEDIUM = 0x30;
  private static final int LAST_MEDIUM = 0x33;

  private final ByteBuf in;
  private final boolean ofGenericCall;
  private final StringBuilder name = new StringBuilder(MAX_NAME);
  private int at;
  private int marks;

  private HessianClassScan(ByteBuf in, boolean ofGenericCall) {
    this.in = in;
    this.ofGenericCall = ofGenericCall;
  }

  /**
   * The buffer's indices stay as they are.
   *
   * @param from the first byte to look at
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if one of the classes is denied
   * @throws DubboCodecException if it tells a generic call that its arguments are Java's own
   */
  static void check(ByteBuf in, int from, boolean ofGenericCall) {
    HessianClassScan strays = null;
    boolean afterTag = ofGenericCall;
    for (int at = from; at < in.writerIndex(); at++) {
      int tag = in.getUnsignedByte(at);
      if (afterTag && HessianBytes.isString(tag)) {
        strays = strays == null ? new HessianClassScan(in, ofGenericCall) : strays;
        strays.checkAt(at);
      }
      afterTag = ofGenericCall || isBeforeName(tag);
    }
  }

  /** Of a class, a map or a list that says its type. */
  private static boolean isBeforeName(int tag) {
    return tag == 'C' || tag == 'M' || tag == 'U' || tag == 'V' || tag >= 0x70 && tag <= 0x77;
  }

  private void checkAt(int start) {
    at = start;
    marks = 0;
    name.setLength(0);
    boolean more = true;
    while (more) {
      int tag = at < in.writerIndex() ? in.getUnsignedByte(at++) : -1;
      int units = units(tag);
      boolean isLeftToNext = ofGenericCall && units == 0 && name.isEmpty();
      if (units < 0 || isLeftToNext || !read(units)) {
        return;
      }
      more = tag == 'R';
    }
    if (ofGenericCall && name.length() == JAVAS_OWN.length() && isJavasOwn(JAVAS_OWN.length())) {
      throw new DubboCodecException(
          "byte %d: a generic call that says nativejava, expected another mode".formatted(start));
    }
    if (name.length() >= marks + TELLING) { // no shorter one is denied
      DeniedClasses.checkText(name.toString());
    }
  }

  private boolean isJavasOwn(int letters) {
    for (int i = 0; i < letters; i++) {
      if (Character.toLowerCase(name.charAt(i)) != JAVAS_OWN.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A chunk's length; negative if none begins there. */
  private int units(int tag) {
    int head = tag <= LAST_SHORT ? 0 : tag <= LAST_MEDIUM ? 1 : 2;
    if (tag < 0 || !HessianBytes.isString(tag) || head > in.writerIndex() - at) {
      return -1;
    }
    at += head;
    return switch (head) {
      case 0 -> tag;
      case 1 -> (tag - FIRST_MEDIUM << 8) + in.getUnsignedByte(at - 1);
      default -> in.getUnsignedShort(at - 2);
    };
  }

  /** False if it isn't all there, or can't be the name of such a class any more. */
  private boolean read(int units) {
    for (int left = units; left > 0; left--) {
      int letter = name.length() < MAX_NAME ? readUnit() : -1;
      if (letter < 0) {
        return false;
      }
      name.append((char) letter);
      marks += marks == name.length() - 1 && (letter == '[' || letter == 'L') ? 1 : 0;
      if (name.length() == marks + TELLING && !tells()) {
        return false;
      }
    }
    return true;
  }

  /** Negative if there's none. */
  private int readUnit() {
    int first = at < in.writerIndex() ? in.getByte(at++) : -1;
    if (first >= 0) {
      return first;
    }
    int more = (first & 0xe0) == 0xc0 ? 1 : (first & 0xf0) == 0xe0 ? 2 : Integer.MAX_VALUE;
    if (more > in.writerIndex() - at) {
      return -1;
    }
    int unit = first & (more == 1 ? 0x1f : 0x0f);
    for (int last = at + more; at < last; at++) {
      unit = unit << 6 | in.getByte(at) & 0x3f;
    }
    return unit;
  }

  private boolean tells() {
    if (ofGenericCall && marks == 0 && isJavasOwn(TELLING)) {
      return true;
    }
    for (String family : DeniedFamilies.having(name.charAt(marks + DeniedFamilies.TELLING))) {
      int letters = Math.min(TELLING, family.length());
      int i = 0;
      while (i < letters && family.charAt(i) == name.charAt(marks + i)) {
        i++;
      }
      if (i == letters) {
        return true;
      }
    }
    return false;
  }
}
