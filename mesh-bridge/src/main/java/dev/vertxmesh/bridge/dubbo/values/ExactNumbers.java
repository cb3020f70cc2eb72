package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;

/**
 * That no number could be cut which only the provider knows the type of: its Dubbo makes of 300 a
 * {@code byte} 44, and of 3000000000 an {@code int}, without a word. What a byte holds, every type
 * does.
 */
public final class ExactNumbers {

  /** Characters that a long surely has room for. */
  private static final int LONG_DIGITS = 18;

  private ExactNumbers() {}

  /**
   * @param descriptor null where the types aren't known
   * @param json the arguments, UTF-8, unread
   * @throws BadArgument naming the argument that has such a number
   */
  public static void check(Descriptor descriptor, ByteBuf json) {
    new Utf8Json(json).read(parser -> check(descriptor, parser));
  }

  private static void check(Descriptor descriptor, JsonParser parser) throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null || !first.isStructStart()) {
      return; // who reads the arguments says so
    }
    boolean isNamed = first == JsonToken.START_OBJECT;
    for (int i = 0; !parser.nextToken().isStructEnd(); i++) {
      String name = isNamed ? parser.currentName() : null;
      if (isNamed) {
        parser.nextToken();
      }
      if (isOpen(descriptor, i, name)) {
        check(parser, i, descriptor != null);
      } else {
        parser.skipChildren();
      }
    }
  }

  /** Whether it's the provider that knows what the argument, or something in it, is made. */
  private static boolean isOpen(Descriptor descriptor, int index, String name) {
    if (descriptor == null) {
      return true;
    }
    List<Parameter> parameters = descriptor.parameters();
    int at = name == null ? index : descriptor.indexOf(name);
    return at >= 0 && at < parameters.size() && !parameters.get(at).isSettled();
  }

  private static void check(JsonParser parser, int index, boolean typed) throws IOException {
    int depth = 0;
    do {
      JsonToken token = parser.currentToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token.isNumeric() && !isMarked(parser) && !fitsEverywhere(parser.getText())) {
        throw refused(parser, index, typed);
      }
    } while (depth > 0 && parser.nextToken() != null);
  }

  /** Whether it says its own type, as in {@code {"$long": 300}}. */
  private static boolean isMarked(JsonParser parser) throws IOException {
    return parser.getParsingContext().inObject()
        && String.valueOf(parser.currentName()).startsWith("$");
  }

  private static boolean fitsEverywhere(String number) {
    try {
      Byte.parseByte(number);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The arguments' types would say what a number is that is one, and nothing of one inside. */
  private static BadArgument refused(JsonParser parser, int index, boolean typed)
      throws IOException {
    String number = Numbers.shown(parser.getText());
    JsonStreamContext context = parser.getParsingContext();
    boolean helps = !typed && context.getParent().inRoot();
    return BadArgument.at(
        index,
        context,
        "the type of %s isn't known, so digits could be lost, and --exact-numbers forbids that: %swrite {\"$%s\": %s}, or %s"
            .formatted(
                number,
                helps ? "send the types of the arguments, " : "",
                mark(number),
                number,
                BadArgument.GIVE_API));
  }

  private static String mark(String number) {
    boolean isWhole = number.chars().allMatch(c -> c == '-' || c >= '0' && c <= '9');
    return !isWhole ? "double" : number.length() <= LONG_DIGITS ? "long" : "integer";
  }
}
