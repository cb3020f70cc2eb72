package dev.vertxmesh.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/** Builds hessian2 that is mostly right, in each of the forms that a value can have. */
public final class HessianScript {

  private static final int MOST_DEPTH = 8;

  /** What guards and readers look for, and what real classes are called. */
  static final String[] WORDS = {
    "generic",
    "nativejava",
    "NativeJava",
    "true",
    "interface",
    "path",
    "group",
    "version",
    "timeout",
    "a.B",
    "1.0",
    "250",
    "javax.naming.InitialContext",
    "[javax.naming.InitialContext",
    "java.util.HashMap",
    "java.util.ArrayList",
    "java.lang.Integer",
    "java.lang.String",
    "[string",
    "[int",
    "java.math.BigDecimal",
    "value",
    "name",
    ""
  };

  /** Whose classes the real library has. */
  private static final String[] DESCRIPTORS = {
    "Ljava/lang/String;",
    "I",
    "",
    "Ljava/lang/Object;",
    "Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;",
    "Ljava/util/Map;",
    "Ljava/util/List;J",
    "[I",
    "DZ",
    "Ljava/util/Date;",
    "[[Ljava/lang/String;"
  };

  private final Script script;
  private final ByteBuf out;
  private int[] fields = new int[4];
  private int classes;

  public HessianScript(Script script, ByteBuf out) {
    this.script = script;
    this.out = out;
  }

  /** A request's body. */
  public static byte[] request(Script script) {
    ByteBuf out = Unpooled.buffer();
    HessianScript body = new HessianScript(script, out);
    String descriptor = script.pick(DESCRIPTORS);
    body.text("2.0.2", 0);
    body.text("a.B", 0);
    body.text("1.0", script.next());
    body.text(script.pick("m", "$invoke", "$invokeAsync", "$echo"), script.next());
    body.text(descriptor, 0);
    for (int i = script.below(8) == 0 ? script.below(4) : parameters(descriptor); i > 0; i--) {
      body.value(0);
    }
    body.attachments();
    return bytes(out);
  }

  /** One value, and what is left of the script as it is. */
  public static byte[] value(Script script) {
    ByteBuf out = Unpooled.buffer();
    new HessianScript(script, out).value(0);
    out.writeBytes(script.rest());
    return bytes(out);
  }

  /** What has been written; releases it. */
  static byte[] bytes(ByteBuf out) {
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    out.release();
    return bytes;
  }

  private static int parameters(String descriptor) {
    return descriptor.replaceAll("\\[+", "").replaceAll("L[^;]*;", "I").length();
  }

  private void attachments() {
    switch (script.below(8)) {
      case 0 -> value(0);
      case 1 -> typedMap(0);
      default -> {
        out.writeByte('H');
        entries(0);
      }
    }
  }

  private void entries(int depth) {
    for (int i = script.below(5); i > 0; i--) {
      text(word(), script.next());
      value(depth + 1);
    }
    out.writeByte('Z');
  }

  private void value(int depth) {
    int kind = depth > MOST_DEPTH || !script.goesOn() ? script.below(8) : script.below(20);
    switch (kind) {
      case 0, 1, 2, 3 -> text(word(), script.next());
      case 4 -> out.writeByte(script.pick(0x4e, 0x54, 0x46, 0x5b, 0x5c, 0x90, 0xe0, 0x95));
      case 5 -> number();
      case 6 -> binary(depth);
      case 7 -> out.writeByte('Q').writeByte(0x90 + script.below(4));
      case 8, 9 -> {
        out.writeByte('H');
        entries(depth);
      }
      case 10 -> typedMap(depth);
      case 11, 12 -> shortList(depth);
      case 13 -> list(depth);
      case 14 -> listToEnd(depth);
      case 15, 16 -> define(depth);
      case 17, 18 -> object(depth);
      default -> out.writeBytes(script.take(1 + script.below(3)));
    }
  }

  private String word() {
    return script.below(6) == 0 ? script.text() : script.pick(WORDS);
  }

  private void number() {
    switch (script.below(10)) {
      case 0 -> out.writeByte('I').writeInt(script.int32());
      case 1 -> out.writeByte('L').writeLong(script.int64());
      case 2 -> out.writeByte('D').writeLong(script.int64());
      case 3 -> out.writeByte(0x59).writeInt(script.int32());
      case 4 -> out.writeByte(0xc0 + script.below(16)).writeByte(script.next());
      case 5 -> out.writeByte(0xd0 + script.below(8)).writeShort(script.int32());
      case 6 -> out.writeByte(0xf0 + script.below(16)).writeByte(script.next());
      case 7 -> out.writeByte(0x38 + script.below(8)).writeShort(script.int32());
      case 8 -> out.writeByte(script.truth() ? 0x4b : 0x5f).writeInt(script.int32());
      default -> out.writeByte(0x4a).writeLong(script.number());
    }
  }

  /** It may have in it what means something to who begins to read in the middle of it. */
  private void binary(int depth) {
    byte[] bytes = script.below(4) == 0 ? built(depth) : script.take(script.below(16));
    switch (bytes.length > 15 ? 2 + script.below(2) : script.below(4)) {
      case 0 -> out.writeByte(0x20 + bytes.length).writeBytes(bytes);
      case 1 -> out.writeByte(0x34).writeByte(bytes.length).writeBytes(bytes);
      case 2 -> out.writeByte('B').writeShort(bytes.length).writeBytes(bytes);
      default -> {
        out.writeByte('A').writeShort(bytes.length).writeBytes(bytes);
        out.writeByte('B').writeShort(0);
      }
    }
  }

  private byte[] built(int depth) {
    ByteBuf inside = Unpooled.buffer();
    HessianScript values = new HessianScript(script, inside);
    inside.writeZero(script.below(3));
    if (script.truth()) {
      values.attachments();
    } else {
      values.value(depth + 1);
    }
    return bytes(inside);
  }

  private void typedMap(int depth) {
    out.writeByte('M');
    type();
    entries(depth);
  }

  private void type() {
    if (script.below(4) == 0) {
      out.writeByte(0x90 + script.below(3));
    } else {
      text(word(), script.next());
    }
  }

  private void shortList(int depth) {
    int count = script.below(8);
    boolean typed = script.truth();
    out.writeByte((typed ? 0x70 : 0x78) + count);
    if (typed) {
      type();
    }
    for (int i = 0; i < count; i++) {
      value(depth + 1);
    }
  }

  private void list(int depth) {
    int count = script.below(12);
    boolean typed = script.truth();
    out.writeByte(typed ? 'V' : 'X');
    if (typed) {
      type();
    }
    out.writeByte(0x90 + count);
    for (int i = 0; i < count; i++) {
      value(depth + 1);
    }
  }

  private void listToEnd(int depth) {
    boolean typed = script.truth();
    out.writeByte(typed ? 'U' : 'W');
    if (typed) {
      type();
    }
    for (int i = script.below(4); i > 0; i--) {
      value(depth + 1);
    }
    out.writeByte('Z');
  }

  private void define(int depth) {
    int count = script.below(4);
    out.writeByte('C');
    text(word(), script.next());
    out.writeByte(0x90 + count);
    for (int i = 0; i < count; i++) {
      text(word(), script.next());
    }
    if (classes == fields.length) {
      fields = Arrays.copyOf(fields, 2 * classes);
    }
    fields[classes++] = count;
    object(depth);
  }

  private void object(int depth) {
    if (classes == 0) {
      out.writeByte('N');
      return;
    }
    int which = script.truth() ? classes - 1 : script.below(classes);
    if (script.truth() && which < 16) {
      out.writeByte(0x60 + which);
    } else {
      out.writeByte('O').writeByte(0x90 + which);
    }
    for (int i = 0; i < fields[which]; i++) {
      value(depth + 1);
    }
  }

  /**
   * @param form how it's cut and encoded; 0 is the plain one
   */
  private void text(String text, int form) {
    boolean wide = (form & 8) != 0;
    int units = text.length();
    switch (form & 7) {
      case 4 -> out.writeByte(0x30 + (units >> 8)).writeByte(units);
      case 5 -> out.writeByte('S').writeShort(units);
      case 6, 7 -> {
        int cut = units == 0 ? 0 : (form >> 4) % (units + 1);
        out.writeByte('R').writeShort(cut);
        units(text.substring(0, cut), wide);
        if ((form & 7) == 7) {
          out.writeByte('R').writeShort(0);
        }
        text(text.substring(cut), (form & 8) + 4 * (form >> 7));
        return;
      }
      default -> {
        if (units > 31) {
          out.writeByte(0x30).writeByte(units);
        } else {
          out.writeByte(units);
        }
      }
    }
    units(text, wide);
  }

  /** Each in as many bytes as it needs, or in more. */
  private void units(String text, boolean wide) {
    for (char unit : text.toCharArray()) {
      if (unit < 0x80 && !wide) {
        out.writeByte(unit);
      } else if (unit < 0x800) {
        out.writeByte(0xc0 | unit >> 6).writeByte(0x80 | unit & 0x3f);
      } else {
        out.writeByte(0xe0 | unit >> 12)
            .writeByte(0x80 | unit >> 6 & 0x3f)
            .writeByte(0x80 | unit & 0x3f);
      }
    }
  }
}
