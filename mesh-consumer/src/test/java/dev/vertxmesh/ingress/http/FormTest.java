package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.text.KnownTexts;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {

  private static final KnownTexts KNOWN = new KnownTexts();

  private static final String WHOLE =
      "interface=com.x.Hello&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=";

  @Test
  void readsTheFourFieldsInAnyOrderAndLeavesOthersAlone() {
    Form form = parse("x=1&parameter=a&method=m&&y&parameterTypesString=I&interface=b.C");
    assertThat(form.interfaceName()).isEqualTo("b.C");
    assertThat(form.method()).isEqualTo("m");
    assertThat(form.parameterTypes()).isEqualTo("I");
    assertThat(form.parameter()).asString().isEqualTo("a");
  }

  @ParameterizedTest
  @CsvSource({
    "a+b, 'a b'",
    "%68%65llo, hello",
    "a%26b%3Dc%25d%2Be, a&b=c%d+e",
    "a=b, a=b",
    "%E6%BC%A2%f0%9f%98%80, 漢😀",
    "'', ''"
  })
  void decodesTheParameter(String sent, String meant) {
    assertThat(new String(parse(WHOLE + sent).parameter(), StandardCharsets.UTF_8))
        .isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"interface", "method", "parameterTypesString", "parameter"})
  void namesAFieldThatIsMissingOrThereTwice(String field) {
    String without = (WHOLE + "x").replace(field + "=", "other=");
    assertThatThrownBy(() -> parse(without)).hasMessage(field + ": the field is missing");
    assertThatThrownBy(() -> parse(WHOLE + "x&" + field + "=y"))
        .hasMessage(field + ": the field is there more than once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz", "abc%"})
  void namesAFieldWithABrokenEscape(String value) {
    assertThatThrownBy(() -> parse(WHOLE + value))
        .hasMessageStartingWith("parameter: a % that two hexadecimal digits don't follow");
  }

  @Test
  void refusesWhatIsNotUtf8() {
    assertThatThrownBy(() -> parse((WHOLE + "x").replace("hash", "%ff")))
        .hasMessage("method: the bytes are not UTF-8");
    assertThatThrownBy(() -> parse(WHOLE + "%ff")).hasMessage("parameter: the bytes are not UTF-8");
  }

  @Test
  void refusesAnEmptyInterfaceAndAnEmptyMethod() {
    assertThatThrownBy(() -> parse((WHOLE + "x").replace("com.x.Hello", "")))
        .hasMessage("interface: the field is empty");
    assertThatThrownBy(() -> parse((WHOLE + "x").replace("hash", "")))
        .hasMessage("method: the field is empty");
  }

  private static Form parse(String body) {
    return Form.parse(body.getBytes(StandardCharsets.UTF_8), KNOWN);
  }
}
