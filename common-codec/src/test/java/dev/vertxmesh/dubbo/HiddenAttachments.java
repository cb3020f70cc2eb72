package dev.vertxmesh.dubbo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** A request's body in hessian2 whose attachments are written as nobody would, but may. */
final class HiddenAttachments {

  private static final String[] NAMES = {
    "generic", "group", "version", "interface", "path", "timeout", "other", "Generic"
  };
  private static final String[] VALUES = {"nativejava", "true", "blue", "a.C", "1.0", "7"};
  private static final String[] CLASSES = {
    "java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap", "com.x.Map", ""
  };

  private final Random random;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final int arguments;

  HiddenAttachments(Random random) {
    this.random = random;
    for (String head : new String[] {"2.0.2", "a.B", "2.0", "$invoke"}) {
      plain(head);
    }
    arguments = random.nextInt(3);
    plain("Ljava/lang/Object;".repeat(arguments));
    for (int i = 0; i < arguments; i++) {
      map();
    }
    map();
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  int arguments() {
    return arguments;
  }

  private void map() {
    int kind = random.nextInt(20);
    if (kind == 0) {
      out.write('Q');
      out.write(0x90 + random.nextInt(3));
      return;
    } else if (kind == 1) {
      object();
      return;
    } else if (kind < 8) {
      out.write('M');
      if (random.nextInt(3) == 0) {
        out.write(0x90 + random.nextInt(2));
      } else {
        plain(any(CLASSES));
      }
    } else {
      out.write('H');
    }
    for (int left = random.nextInt(4); left > 0; left--) {
      text(any(NAMES));
      value();
    }
    out.write('Z');
  }

  /** The same as a class's fields. */
  private void object() {
    out.write('C');
    plain("java.util.HashMap");
    out.write(0x91);
    text(any(NAMES));
    out.write(0x60);
    value();
  }

  private void value() {
    switch (random.nextInt(20)) {
      case 0 -> out.write('N');
      case 1 -> out.write('T');
      case 2 -> out.write(0x97);
      case 3 -> map();
      default -> text(any(VALUES));
    }
  }

  private String any(String[] of) {
    return of[random.nextInt(of.length)];
  }

  private void plain(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < 32) {
      out.write(bytes.length);
    } else {
      out.write(0x30 + (bytes.length >> 8));
      out.write(bytes.length);
    }
    out.writeBytes(bytes);
  }

  /** In up to four chunks, of which any may be empty. */
  private void text(String text) {
    int at = 0;
    for (int more = random.nextInt(4); more > 0; more--) {
      int end = at + random.nextInt(text.length() - at + 1);
      out.write('R');
      chunk(text.substring(at, end), 2);
      at = end;
    }
    last(text.substring(at));
  }

  private void last(String text) {
    switch (random.nextInt(3)) {
      case 0 -> chunk(text, 0);
      case 1 -> {
        out.write(0x30);
        chunk(text, 0);
      }
      default -> {
        out.write('S');
        chunk(text, 2);
      }
    }
  }

  /**
   * @param lengthBytes of the length, 0 for a short one
   */
  private void chunk(String text, int lengthBytes) {
    if (lengthBytes == 2) {
      out.write(0);
    }
    out.write(text.length());
    for (char c : text.toCharArray()) {
      switch (random.nextInt(6)) {
        case 0 -> {
          out.write(0xc0 | c >> 6);
          out.write(0x80 | c & 0x3f);
        }
        case 1 -> {
          out.write(0xe0);
          out.write(0x80 | c >> 6);
          out.write(0x80 | c & 0x3f);
        }
        default -> out.write(c);
      }
    }
  }
}
