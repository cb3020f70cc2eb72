package dev.vertxmesh.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Builds JSONB that is mostly right, in each of the forms that a value can have. */
public final class JsonbScript {

  private static final int MOST_DEPTH = 8;

  private static final String[] WORDS = {
    "@type",
    "$ref",
    "$",
    "$.a",
    "$[0]",
    "..",
    "#-1",
    "a",
    "b",
    "val",
    "name",
    "",
    "javax.naming.InitialContext",
    "java.util.HashMap",
    "com.x.User",
    "M",
    "TreeMap",
    "[int",
    "Date",
    "java.util.Date",
    "数"
  };

  private static final Charset[] CHARSETS = {
    StandardCharsets.UTF_8,
    StandardCharsets.UTF_16,
    StandardCharsets.UTF_16LE,
    StandardCharsets.UTF_16BE,
    Charset.forName("GB18030")
  };

  private final Script script;
  private final ByteBuf out;

  private JsonbScript(Script script, ByteBuf out) {
    this.script = script;
    this.out = out;
  }

  /** One value. */
  public static byte[] value(Script script) {
    ByteBuf out = Unpooled.buffer();
    new JsonbScript(script, out).value(0);
    return HessianScript.bytes(out);
  }

  private void value(int depth) {
    int kind = depth > MOST_DEPTH || !script.goesOn() ? script.below(6) : script.below(16);
    switch (kind) {
      case 0, 1 -> text();
      case 2 -> out.writeByte(script.next());
      case 3 -> out.writeByte(script.pick(0xaf, 0xb0, 0xb1, 0xb2, 0xb3));
      case 4 -> number();
      case 5 -> time();
      case 6, 7 -> object(depth);
      case 8, 9 -> typed(depth);
      case 10, 11 -> list(depth);
      case 12, 13 -> {
        out.writeByte(0x93);
        text();
      }
      case 14 -> {
        byte[] bytes = script.take(script.below(8));
        out.writeByte(0x91).writeByte(bytes.length).writeBytes(bytes);
      }
      default -> out.writeBytes(script.take(1 + script.below(3)));
    }
  }

  private void number() {
    switch (script.below(8)) {
      case 0 -> out.writeByte(0x48).writeInt(script.int32());
      case 1 -> out.writeByte(0xbe).writeLong(script.int64());
      case 2 -> out.writeByte(0xb5).writeLong(script.int64());
      case 3 -> out.writeByte(0xb7).writeInt(script.int32());
      case 4 ->
          out.writeByte(0xb9)
              .writeByte(script.below(0x30))
              .writeByte(0x48)
              .writeInt(script.int32());
      case 5 -> {
        byte[] bytes = script.take(1 + script.below(20));
        out.writeByte(0xbb).writeByte(bytes.length).writeBytes(bytes);
      }
      case 6 -> out.writeByte(0x38 + script.below(8)).writeByte(script.next());
      default -> out.writeByte(0xb4 + script.below(10)).writeByte(script.next());
    }
  }

  private void time() {
    switch (script.below(5)) {
      case 0 -> out.writeByte(0xab).writeLong(script.int64());
      case 1 -> out.writeByte(0xac + script.below(2)).writeInt(script.int32());
      case 2 -> {
        out.writeByte(0xa9);
        date();
      }
      case 3 -> {
        out.writeByte(script.truth() ? 0xa8 : 0xaa);
        date();
        out.writeByte(script.below(24)).writeByte(script.below(60)).writeByte(script.below(60));
        out.writeByte(script.below(0x30));
        text();
      }
      default -> out.writeByte(0xae).writeByte(0x48).writeInt(script.int32()).writeByte(0);
    }
  }

  private void date() {
    out.writeShort(script.int32()).writeByte(1 + script.below(12)).writeByte(1 + script.below(28));
  }

  private void object(int depth) {
    out.writeByte(0xa6);
    for (int i = script.below(4); i > 0; i--) {
      name(depth);
      value(depth + 1);
    }
    out.writeByte(0xa5);
  }

  private void name(int depth) {
    switch (script.below(6)) {
      case 0 -> {
        out.writeByte(0x7f);
        text();
        out.writeByte(script.below(4));
      }
      case 1 -> out.writeByte(0x7f).writeByte(script.below(4));
      case 2 -> value(depth + 1);
      default -> text();
    }
  }

  private void typed(int depth) {
    out.writeByte(0x92);
    if (script.below(4) == 0) {
      out.writeByte(script.below(4));
    } else {
      text();
      out.writeByte(script.below(4));
    }
    value(depth + 1);
  }

  private void list(int depth) {
    int count = script.below(6);
    if (script.truth()) {
      out.writeByte(0x94 + count);
    } else {
      out.writeByte(0xa4).writeByte(count);
    }
    for (int i = 0; i < count; i++) {
      value(depth + 1);
    }
  }

  private void text() {
    String text = script.below(4) == 0 ? script.text() : script.pick(WORDS);
    int form = script.below(8);
    if (form < CHARSETS.length) {
      byte[] bytes = text.getBytes(CHARSETS[form]);
      out.writeByte(0x7a + form).writeByte(bytes.length % 0x30).writeBytes(bytes);
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (form == 5 || bytes.length > 47) {
      out.writeByte(0x79).writeByte(bytes.length % 0x30).writeBytes(bytes);
    } else {
      out.writeByte(0x49 + bytes.length).writeBytes(bytes);
    }
  }
}
