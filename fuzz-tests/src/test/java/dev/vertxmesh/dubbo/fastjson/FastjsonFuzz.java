package dev.vertxmesh.dubbo.fastjson;

import com.alibaba.fastjson.JSON;
import com.alibaba.fastjson.JSONException;
import com.alibaba.fastjson.parser.DefaultJSONParser;
import com.alibaba.fastjson.parser.JSONToken;
import com.alibaba.fastjson.parser.ParserConfig;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.classfilter.DeniedFamilies;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * fastjson's text: read or refused with a {@link DubboCodecException}; what was read and is written
 * again reads the same; what the real fastjson reads too means the same there; and each class that
 * it would look up is one that the guard lets through.
 */
class FastjsonFuzz {

  /** A byte can be a value and an entry of a map. */
  private static final Price PRICE = new Price(256);

  @FuzzTest
  void texts(byte[] input) {
    Object[] read = {this};
    PRICE.hold(input.length, () -> read[0] = read(input));
    List<String> types = new ArrayList<>();
    Object real = real(input, types);
    if (isLetThrough(input)) {
      for (String type : types) {
        if (isClassName(type) && isDenied(type)) {
          throw new AssertionError("fastjson looks up " + type);
        }
      }
    }
    if (read[0] != this) {
      readAgain(read[0]);
      if (real != this && types.isEmpty() && isPlain(input)) {
        Same.expect(likened(real), likened(read[0]));
      }
    }
  }

  private Object read(byte[] input) {
    try {
      return FastjsonReader.read(Unpooled.wrappedBuffer(input), new Limits());
    } catch (DubboCodecException e) {
      return this;
    }
  }

  private static void readAgain(Object value) {
    ByteBuf out = Unpooled.buffer();
    try {
      FastjsonWriter.write(out, value, true);
    } catch (DubboCodecException e) {
      return; // such as a key that would be another's
    }
    Same.expect(likened(value), likened(FastjsonReader.read(out, new Limits())));
    out.release();
  }

  /** The guard reads a name up to what no class has in its own, and so an error's as one's. */
  private static boolean isClassName(String type) {
    return type.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || ".[];".indexOf(c) >= 0);
  }

  private static boolean isDenied(String type) {
    return DeniedClasses.isDenied(type) || DeniedFamilies.IN_FASTJSON.contains(type);
  }

  private static boolean isLetThrough(byte[] input) {
    try {
      FastjsonTypes.check(Unpooled.wrappedBuffer(input));
      return true;
    } catch (DubboCodecException e) {
      return false;
    }
  }

  /** Without references, dates and other things that only one of them has. */
  private static boolean isPlain(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    return text.matches("(?s)[\\x20-\\x7e]*")
        && !text.contains("$")
        && !text.contains("@")
        && !text.matches("(?s).*[a-zA-Z/'\\\\].*");
  }

  private Object real(byte[] input, List<String> types) {
    String text = new String(input, StandardCharsets.UTF_8);
    try {
      DefaultJSONParser parser =
          new DefaultJSONParser(text, new Watching(types), JSON.DEFAULT_PARSER_FEATURE);
      Object value = parser.parse();
      parser.close();
      return parser.lexer.token() == JSONToken.EOF ? value : this;
    } catch (RuntimeException | StackOverflowError e) {
      return this;
    }
  }

  /** Numbers by what they are worth. */
  private static Object likened(Object value) {
    if (value instanceof Double number && !Double.isFinite(number)) {
      return number.toString(); // as which it's written
    } else if (value instanceof Number number) {
      return new BigDecimal(number.toString()).stripTrailingZeros();
    } else if (value instanceof List<?> list) {
      return list.stream().map(FastjsonFuzz::likened).toList();
    } else if (value instanceof Map<?, ?> map) {
      Map<Object, Object> likened = new LinkedHashMap<>();
      map.forEach((key, its) -> likened.put(String.valueOf(key), likened(its)));
      return likened;
    } else if (value instanceof WireObject object) {
      WireObject likened = WireObject.growing(object.type());
      for (int i = 0; i < object.size(); i++) {
        likened.add(object.name(i), likened(object.value(i)));
      }
      return likened;
    }
    return value;
  }

  /** Notes what is looked up and finds nothing. */
  private static final class Watching extends ParserConfig {

    private final List<String> types;

    Watching(List<String> types) {
      this.types = types;
    }

    @Override
    public Class<?> checkAutoType(String type, Class<?> expected, int features) {
      types.add(type);
      throw new JSONException(type);
    }
  }
}
