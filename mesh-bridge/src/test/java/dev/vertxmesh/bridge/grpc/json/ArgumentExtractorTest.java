package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.memory.OverBudgetException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentExtractorTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e536870000",
        "\"1e536870000\"",
        "\"\u0661e536870000\"",
        "\"\uff11e536870000\"",
        "\"1e\u0665\u0663\u0666\u0668\u0667\"",
        "\"1e-\u0660\u0665\u0663\u0666\u0668\u0667\"",
        "{\"\u0661e536870000\":1}",
        "{\"1e536870000\":1}",
        "1E10000",
        "-1.5e+10000",
        "1e-010000"
      })
  void aFewBytesThatAreANumberOfGigabytesAreRefused(String value) {
    assertThatThrownBy(() -> ArgumentExtractor.message("[{\"a\":" + value + "}]"))
        .isInstanceOf(JsonMismatchException.class)
        .hasMessageContaining("too large an exponent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0661\u0662 apples",
        "1e9999",
        "e536870000",
        "\u0661e",
        "1e5x99999",
        "1e-",
        "1x99999",
        "1e000000007"
      })
  void textsAndNumbersOfPeopleAreNot(String text) {
    String json = "{\"a\":\"" + text + "\"}";
    assertThat(ArgumentExtractor.message("[" + json + "]")).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|{}",
        "[]|{}",
        "{\"a\":1}|{\"a\":1}",
        "[ 12 ]|12",
        "[\"x\"]|\"x\"",
        "[[1],2|",
        "[{}|"
      })
  void theMessageIsTheOneArgument(String text, String message) {
    if (message == null) {
      assertThatThrownBy(() -> ArgumentExtractor.message(text))
          .isInstanceOf(JsonMismatchException.class);
    } else {
      assertThat(ArgumentExtractor.message(text)).isEqualTo(message);
    }
  }

  @Test
  void severalArgumentsAreRefused() {
    assertThatThrownBy(() -> ArgumentExtractor.message("[{},{}]"))
        .isInstanceOf(JsonMismatchException.class)
        .hasMessage("expected one argument, the message; got several");
  }

  @Test
  void aMessageThatIsNoArgumentIsLookedAtToo() {
    assertThatThrownBy(() -> ArgumentExtractor.message("{\"a\":{},\"b\":[{\"c\":1e10000}]}"))
        .isInstanceOf(JsonMismatchException.class)
        .hasMessage("message: the number 1e10000 at /b/0/c has too large an exponent");
  }

  @Test
  void aNumberMayHaveTenThousandDigits() {
    String most = "1".repeat(10_000);
    assertThat(ArgumentExtractor.message("[{\"a\":" + most + "}]"))
        .isEqualTo("{\"a\":" + most + "}");
    for (String over : List.of(most + "1", most + ".1", "\"" + most + "1e5\"")) {
      assertThatThrownBy(() -> ArgumentExtractor.message("[{\"a\":" + over + "}]"))
          .isInstanceOf(JsonMismatchException.class)
          .hasMessageEndingWith("has more than 10000 digits");
    }
    String text = "{\"a\":\"" + most + "1 apples\"}";
    assertThat(ArgumentExtractor.message(text)).isEqualTo(text);
  }

  @Test
  void ofALongNumberTheFirstFortyCharactersAreShown() {
    String forty = "1e" + "9".repeat(38);
    assertThatThrownBy(() -> ArgumentExtractor.message("[{\"a\":" + forty + "}]"))
        .hasMessageContaining("number " + forty + " at /0/a ");
    assertThatThrownBy(() -> ArgumentExtractor.message("[{\"a\":" + forty + "9}]"))
        .hasMessageContaining("number " + forty + "… at /0/a ");
  }

  @Test
  void aTextWeighsFourBytesACharacter() {
    long before = MemoryBudget.ofHeap().taken();
    ConversionBudget conversion = ConversionBudget.begin();
    try {
      ArgumentExtractor.weigh("{\"a\":\"" + "x".repeat(3_000_000) + "\"}");
      assertThat(MemoryBudget.ofHeap().taken() - before).isBetween(11_900_000L, 12_100_000L);
    } finally {
      conversion.close();
    }
    assertThat(MemoryBudget.ofHeap().taken()).isEqualTo(before);
  }

  @Test
  void objectsByTheMillionAreTooHeavy() {
    String json = "{\"a\":[" + "{},".repeat(1_000_000) + "{}]}";
    assertThatThrownBy(() -> ArgumentExtractor.weigh(json)).isInstanceOf(OverBudgetException.class);
    ArgumentExtractor.weigh("{\"a\":\"" + "x".repeat(3_000_000) + "\"}");
  }
}
