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

  @FuzzTest
  void values(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] value = input[0] < 0 ? JsonbScript.value(script) : script.rest();
    boolean[] isValue = new boolean[1];
    PRICE.hold(value.length, () -> isValue[0] = read(value));
    if (isValue[0] && isLetThrough(value)) { // of others fastjson2 may read without end
      for (String type : lookedUp(value)) {
        if (DeniedClasses.isDenied(type)) {
          throw new AssertionError("fastjson2 looks up " + type);
        }
      }
    }
  }

  /** False if it's refused. */
  private static boolean read(byte[] input) {
    Object value;
    try {
      value = JsonbReader.read(Unpooled.wrappedBuffer(input), new Limits());
    } catch (DubboCodecException e) {
      return false;
    }
    ByteBuf out = Unpooled.buffer();
    try {
      JsonbWriter.write(out, value);
    } catch (DubboCodecException e) {
      return true; // such as a key that would be another's
    }
    Same.expect(value, JsonbReader.read(out, new Limits()));
    out.release();
    return true;
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
