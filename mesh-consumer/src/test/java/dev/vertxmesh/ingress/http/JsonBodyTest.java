package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.call.Target;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonBodyTest {

  @Test
  void anArrayIsTheArgumentsAsTheyStand() {
    String body = "[ \"é\\u0000\", 12345678901234567890, 1.50, null ]";
    JsonBody json = parse(body);
    assertThat(json.descriptor()).isEqualTo(Target.UNKNOWN);
    assertThat(json.arguments()).asString(StandardCharsets.UTF_8).isEqualTo(body);
  }

  @Test
  void anObjectHasTypesAndArguments() {
    JsonBody json =
        parse(
            "{\"types\":[\"int\",\"java.lang.String\",\"byte[]\"], \"args\":[1.50, \"漢\", null]}");
    assertThat(json.descriptor()).isEqualTo("ILjava/lang/String;[B");
    assertThat(json.arguments()).asString(StandardCharsets.UTF_8).isEqualTo("[1.50, \"漢\", null]");
  }

  @Test
  void argumentsMayStandBeforeTheirTypesOrWithout() {
    assertThat(parse("{\"args\":[1],\"types\":[\"long\"]}").descriptor()).isEqualTo("J");
    assertThat(parse("{\"args\":[1]}").descriptor()).isEqualTo(Target.UNKNOWN);
    assertThat(parse("{\"types\":[],\"args\":[]}").descriptor()).isEmpty();
  }

  @Test
  void nothingIsNoArguments() {
    assertThat(parse("").arguments()).asString().isEqualTo("[]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | body: a number, expected a JSON array such as [\"a\"], or an object, {\"args\":"
            + " [\"a\"]} or {\"name\": \"a\"}",
        "hello | body: hello isn't JSON at line 1, column 1; expected a JSON array such as [\"a\"],"
            + " or an object, {\"args\": [\"a\"]} or {\"name\": \"a\"}",
        "<a/> | body: it isn't JSON at line 1, column 1; expected a JSON array",
        "' ' | body: nothing, expected a JSON array",
        "[NaN] | body: NaN isn't JSON; put it in quotes at line 1, column 2",
        "{\"types\":[],\"args\":[1]} | body: 1 argument and 0 types, expected a type for each"
            + " argument",
        "{\"args\":[[1,2],{\"a\":[]}],\"types\":[\"int\"]} | body: 2 arguments and 1 type,"
            + " expected",
        "[1,2 | body: Unexpected end-of-input: expected close marker for Array at line 1, column 5",
        "[1] x | body: x isn't JSON; expected a string",
        "[1] [2] | body: there is more after the JSON value",
        "{\"types\":[]} | body.args: the field is missing",
        "{\"args\":[],\"attachments\":[]} | body.attachments: an array, expected an object",
        "{\"args\":1} | body.args: a number, expected an array such as [\"a\"], or an object of"
            + " arguments by name",
        "{\"args\":[],\"types\":\"int\"} | body.types: a string, expected an array of types' names",
        "{\"args\":[],\"types\":[1]} | body.types[0]: expected a type's name as a string",
        "{\"args\":[],\"types\":[\"int\",\"a b\"]} | body.types[1]: 'a b' is not a type",
        "{\"args\":[],\"args\":[]} | body.args: it is there twice",
        "{\"args\":[],\"more\":[]} | body.more: expected nothing beside types, args and attachments"
      })
  void namesThePlaceOfWhatIsWrong(String body, String message) {
    assertThatThrownBy(() -> parse(body))
        .isInstanceOf(BadCall.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "int, I",
    "boolean[], [Z",
    "java.lang.String, Ljava/lang/String;",
    "java.lang.String[][], [[Ljava/lang/String;",
    "a.B$C, La/B$C;",
    "String, Ljava/lang/String;",
    "Long[], [Ljava/lang/Long;",
    "I, I",
    "Ljava/lang/String;, Ljava/lang/String;",
    "[I, [I",
    "int [] [], [[I",
    "[I[], [[I"
  })
  void takesTypesAsPeopleAndAsTheJvmWriteThem(String name, String descriptor) {
    assertThat(TypeNames.descriptor(name, "here")).isEqualTo(descriptor);
  }

  @ParameterizedTest
  @CsvSource({"int, [], I", "int, ' [] ', I", "[[I, [], [[I"})
  void anArrayHasAsManyDimensionsAsJavaAllows(String element, String more, String descriptor) {
    assertThat(TypeNames.descriptor(element + more.repeat(100), "here"))
        .isEqualTo("[".repeat(100) + descriptor);
    assertThatThrownBy(() -> TypeNames.descriptor(element + more.repeat(256), "here"))
        .isInstanceOf(BadCall.class)
        .hasMessageMatching("here: an array of 25[68] dimensions, expected at most 255");
    assertThatThrownBy(() -> TypeNames.descriptor("[".repeat(256) + "I", "here"))
        .hasMessage("here: an array of 256 dimensions, expected at most 255");
  }

  private static JsonBody parse(String body) {
    return JsonBody.parse(body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void anObjectWithoutArgsIsTheArgumentsByTheirNames() {
    JsonBody named = parse("{\"user\": {\"id\":1.50}, \"force\":true}");
    assertThat(named.arguments())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"user\": {\"id\":1.50}, \"force\":true}");
    assertThat(named.descriptor()).isEqualTo(Target.UNKNOWN);
    assertThat(parse("{\"types\":[\"int\"],\"args\":{\"a\":1}}").arguments())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"a\":1}");
  }

  @Test
  void attachmentsThatAreNotTextAreJson() {
    assertThat(
            parse("{\"args\":[],\"attachments\":{\"a\":\"x\",\"n\":5,\"o\":{\"b\":[1.0]}}}")
                .attachments())
        .isEqualTo(Map.of("a", "x", "json:n", "5", "json:o", "{\"b\":[1.0]}"));
  }

  @Test
  void whatGoesOverAParsersLimitIsRefusedWithoutAPlace() {
    assertThatThrownBy(() -> parse("[".repeat(3_000)))
        .isInstanceOf(BadCall.class)
        .hasMessageStartingWith("body: Document nesting depth (1001) exceeds the maximum allowed");
    assertThatThrownBy(() -> parse("{\"args\":[],\"attachments\":{\"json:x\":\"5\"}}"))
        .hasMessage("body.attachments.json:x: no name begins so");
  }
}
