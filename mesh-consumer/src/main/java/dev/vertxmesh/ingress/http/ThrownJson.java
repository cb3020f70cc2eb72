package dev.vertxmesh.ingress.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.json.WeighedParser;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;

/** What a method threw, as its agent wrote it: read, weighed before, for the problem of it. */
final class ThrownJson {

  private static final JsonFactory JSON = new JsonFactory();

  /** Bytes for each character: of the text, of its values, and of the problem that is sent. */
  private static final int FOR_A_CHARACTER = 6;

  /** Of what can't be read, for a person. */
  private static final int MOST_SHOWN = 1_000;

  private ThrownJson() {}

  /** As an object; if it's none, or too heavy, an object that says so much of it. */
  static JsonObject read(String json) {
    try (ConversionBudget conversion = ConversionBudget.begin()) {
      weigh(json, conversion);
      return new JsonObject(json);
    } catch (DecodeException | IOException | OverBudgetException e) {
      // another implementation's agent, or one that is nested too deep or too heavy
      String shown = json.length() <= MOST_SHOWN ? json : json.substring(0, MOST_SHOWN) + "…";
      return new JsonObject().put("class", "unknown").put("message", shown);
    }
  }

  private static void weigh(String json, ConversionBudget conversion) throws IOException {
    conversion.add((long) FOR_A_CHARACTER * json.length());
    try (JsonParser parser = new WeighedParser(JSON.createParser(json))) {
      JsonToken token;
      do {
        token = parser.nextToken(); // which weighs it
      } while (token != null);
    }
  }
}
