package dev.vertxmesh.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import dev.vertxmesh.memory.ConversionBudget;
import java.io.IOException;

/** Weighs what is going to be made of each token. What is skipped makes nothing. */
public final class WeighedParser extends JsonParserDelegate {

  private final ConversionBudget conversion = ConversionBudget.current();

  /** Of the thread's conversion. */
  public WeighedParser(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    if (token != null) {
      conversion.add(weight(token));
    }
    return token;
  }

  /** Bytes of heap, without the characters of strings. */
  public static int weight(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> ConversionBudget.MAP + ConversionBudget.ELEMENT;
      case START_ARRAY -> ConversionBudget.LIST + ConversionBudget.ELEMENT;
      case FIELD_NAME -> ConversionBudget.STRING + ConversionBudget.ENTRY;
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          ConversionBudget.STRING + ConversionBudget.VALUE + ConversionBudget.ELEMENT;
      case END_OBJECT, END_ARRAY -> 0;
      default -> ConversionBudget.ELEMENT;
    };
  }
}
