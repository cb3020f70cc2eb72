package dev.vertxmesh.dubbo.jsonb;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.fuzz.JsonbScript;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.fuzz.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * fastjson2's JSONB: read or refused with a {@link DubboCodecException}; what was read and is
 * written again reads the same; and each class that the real fastjson2 would look up is one that
 * the guard lets through.
 */
class JsonbFuzz {

  /** A value of a byte takes some 50 in memory, a time its text. */
  private static final Price PRICE = new Price(512);

  private static final int MOST_WRITTEN = 64 << 10;
  private static final Object REFUSED = new Object();

  @FuzzTest
  void values(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] value = input[0] < 0 ? JsonbScript.value(script) : script.rest();
    Object[] read = {REFUSED};
    PRICE.hold(value.length, () -> read[0] = read(value));
    if (read[0] == REFUSED) { // which fastjson2 may read without end
      return;
    }
    readAgain(read[0]);
    if (isLetThrough(value)) {
      for (String type : lookedUp(value)) {
        if (DeniedClasses.isDenied(type)) {
          throw new AssertionError("fastjson2 looks up " + type);
        }
      }
    }
  }

  private static Object read(byte[] input) {
    try {
      return JsonbReader.read(Unpooled.wrappedBuffer(input), new Limits());
    } catch (DubboCodecException e) {
      return REFUSED;
    }
  }

  /** What is in it many times is written as often, which no argument that is read from JSON is. */
  private static void readAgain(Object value) {
    ByteBuf out = Unpooled.buffer(256, MOST_WRITTEN);
    try {
      JsonbWriter.write(out, value);
    } catch (DubboCodecException | IndexOutOfBoundsException e) {
      return; // such as a key that would be another's
    }
    Same.expect(value, JsonbReader.read(out, new Limits()));
    out.release();
  }

  private static boolean isLetThrough(byte[] input) {
    try {
      JsonbTypes.check(Unpooled.wrappedBuffer(input));
      return true;
    } catch (DubboCodecException e) {
      return false;
    }
  }

  private static List<String> lookedUp(byte[] input) {
    List<String> types = new ArrayList<>();
    JSONReader.AutoTypeBeforeHandler noting =
        (type, expected, features) -> {
          types.add(type);
          return null;
        };
    try {
      JSONB.parseObject(input, Object.class, noting);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      return types;
    }
    return types;
  }
}
