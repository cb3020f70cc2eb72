package dev.vertxmesh.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMistakeTest {

  private static final String VALUES =
      "a string in double quotes, a number, an array, an object, true, false or null";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          hello      | hello isn't JSON; expected VALUES at line 1, column 1
          ['a']      | Unexpected character ('''): expected VALUES at line 1, column 2
          {'a':1}    | Unexpected character ('''): was expecting double-quote to start field name at line 1, column 2
          ["a",]     | Unexpected character (']'): expected a value at line 1, column 6
          [1, True]  | True isn't JSON; expected VALUES at line 1, column 5
          [NaN]      | NaN isn't JSON; put it in quotes at line 1, column 2
          {"a": Infinity} | Infinity isn't JSON; put it in quotes at line 1, column 2
          [-Infinity] | -Infinity isn't JSON; put it in quotes at line 1, column 2
          [it's]     | it isn't JSON; expected VALUES at line 1, column 2
          [+1]       | Unexpected character ('+') in numeric value: JSON spec does not allow numbers to have plus signs at line 1, column 3
          [1] // one | Unexpected character ('/'): maybe a (non-standard) comment? at line 1, column 5
          ["a"       | Unexpected end-of-input: expected close marker for Array at line 1, column 5
          ]          | Unexpected close marker ']': expected '}' at line 1, column 1
          """)
  void whoHasSentItIsToldWhatIsWrong(String json, String words) {
    assertThat(mistake(json)).isEqualTo(words.replace("VALUES", VALUES));
  }

  private static String mistake(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (JsonParser parser = new JsonFactory().createParser(bytes)) {
      while (parser.nextToken() != null) {
        parser.skipChildren();
      }
      return "none";
    } catch (JsonProcessingException e) {
      return JsonMistake.words(e) + JsonMistake.place(e);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
