package dev.vertxmesh.bridge.dubbo.reply;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Utf8Json;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in its arguments a call has the value that its provider refused to convert. Dubbo quotes
 * the value, and doesn't say whose it is.
 */
public final class RefusedValue {

  private static final Pattern QUOTED =
      Pattern.compile(
          "^" + ConversionErrors.UNCONVERTED + "'([^']{1,100})' (?:isn't a date|where a number)");

  private RefusedValue() {}

  /**
   * The same failure with the place, if there's one.
   *
   * @param json the call's arguments, where they are known to be JSON; null if they aren't kept
   */
  public static CallFailure placed(CallFailure failure, byte[] json) {
    if (json == null || failure.getMessage() == null) {
      return failure;
    }
    Matcher quoted = QUOTED.matcher(failure.getMessage());
    if (!quoted.find()) {
      return failure;
    }
    String rest = failure.getMessage().substring(ConversionErrors.UNCONVERTED.length());
    BadArgument[] found = new BadArgument[1];
    try {
      new Utf8Json(Unpooled.wrappedBuffer(json))
          .read(parser -> found[0] = only(parser, quoted.group(1), rest));
    } catch (BadArgument | OverBudgetException e) { // what is known is told all the same
      return failure;
    }
    return found[0] == null
        ? failure
        : new CallFailure(failure.status(), failure.where(), found[0].getMessage());
  }

  /** Null if the value isn't there, or more than once, or the arguments are given by name. */
  private static BadArgument only(JsonParser parser, String value, String message)
      throws IOException {
    BadArgument only = null;
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      return null;
    }
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.VALUE_STRING && parser.getText().equals(value)) {
        if (only != null) {
          return null;
        }
        JsonStreamContext context = parser.getParsingContext();
        only = BadArgument.at(context.pathAsPointer().getMatchingIndex(), context, message);
      }
    }
    return only;
  }
}
