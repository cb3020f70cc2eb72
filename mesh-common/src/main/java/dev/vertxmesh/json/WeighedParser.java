package dev.vertxmesh.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import dev.vertxmesh.memory.Weighing;
import java.io.IOException;

/**
 * Weighs what is going to be made of each token, whoever asks for it. What is skipped makes
 * nothing.
 */
public final class WeighedParser extends JsonParserDelegate {

  private final Weighing weighing = Weighing.current();

  /** Of the thread's conversion. */
  public WeighedParser(JsonParser parser) {
    super(parser);
  }

  @Override
  public JsonToken nextToken() throws IOException {
    JsonToken token = super.nextToken();
    if (token != null) {
      weighing.add(weight(token));
    }
    return token;
  }

  /** Bytes of heap, without the characters of strings. */
  public static int weight(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> Weighing.MAP + Weighing.ELEMENT;
      case START_ARRAY -> Weighing.LIST + Weighing.ELEMENT;
      case FIELD_NAME -> Weighing.STRING + Weighing.ENTRY;
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          Weighing.STRING + Weighing.VALUE + Weighing.ELEMENT;
      case END_OBJECT, END_ARRAY -> 0;
      default -> Weighing.ELEMENT;
    };
  }
}
