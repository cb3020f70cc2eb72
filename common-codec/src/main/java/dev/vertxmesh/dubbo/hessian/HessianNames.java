package dev.vertxmesh.dubbo.hessian;

import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The names of classes in hessian2: strings, which nobody who writes one takes apart. */
final class HessianNames {

  private static final int HEAD_OF_SHORT = 1;
  private static final int HEAD_OF_MEDIUM = 2;
  private static final int HEAD_OF_LONG = 3;
  private static final int LAST_SHORT = 0x1f;
  private static final int LAST_MEDIUM = 0x33;
  private static final int MEDIUM_BITS = 0x3ff;

  /** In bytes, of which a letter of ASCII may have three. No denied class has a longer name. */
  private static final int MAX_NAME = 1536;

  private static final byte[] OF_JDK = "java.util.".getBytes(StandardCharsets.US_ASCII);

  private HessianNames() {}

  /**
   * Whether a name, which is whole, begins as those of the JDK's collections do, or is empty.
   *
   * @param start of a string's tag
   */
  static boolean isOfJdk(ByteBuf in, int start) {
    int tag = in.getUnsignedByte(start);
    int name = start + head(tag);
    return tag == 0
        || ByteBufUtil.equals(in, name, Unpooled.wrappedBuffer(OF_JDK), 0, OF_JDK.length);
  }

  private static int head(int tag) {
    return tag <= LAST_SHORT ? HEAD_OF_SHORT : tag <= LAST_MEDIUM ? HEAD_OF_MEDIUM : HEAD_OF_LONG;
  }

  /**
   * The same of a text that may be anything: a name is all of it.
   *
   * @param start of a string's tag
   * @param end of the string, which is whole
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if it's the name of a class that
   *     is denied
   */
  static void checkText(ByteBuf in, int start, int end) {
    ByteBuf text = in.slice(start, end - start);
    if (in.getByte(start) == 'R') { // chunks may be empty
      DeniedClasses.checkText(HessianText.read(text));
    } else if (end - start <= MAX_NAME) {
      DeniedClasses.checkText(String.valueOf(HessianScalars.read(text)));
    }
  }

  /**
   * @param start of a string's tag
   * @param end of the string, which is whole
   * @throws dev.vertxmesh.dubbo.classfilter.DeniedClassException if it's the name of a class that
   *     is denied
   * @throws DubboCodecException if it comes in chunks
   */
  static void check(ByteBuf in, int start, int end) {
    int tag = in.getUnsignedByte(start);
    if (tag == 'R') {
      throw new DubboCodecException("byte %d: a class's name in chunks".formatted(start));
    }
    int head = head(tag);
    int units =
        switch (head) {
          case HEAD_OF_SHORT -> tag;
          case HEAD_OF_MEDIUM -> in.getUnsignedShort(start) & MEDIUM_BITS;
          default -> in.getUnsignedShort(start + 1);
        };
    if (end - start - head == units) {
      DeniedClasses.check(in, start + head, units, 1);
    } else { // which may be letters of ASCII, each in more bytes than it takes
      DeniedClasses.check(String.valueOf(HessianScalars.read(in.slice(start, end - start))));
    }
  }
}
