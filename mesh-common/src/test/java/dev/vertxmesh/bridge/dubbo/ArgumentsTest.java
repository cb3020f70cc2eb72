package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

  private static final String STRING = "Ljava/lang/String;";
  private static final String OBJECT = "Ljava/lang/Object;";

  private static ByteBuf utf8(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  private static List<Object> values(ByteBuf out) throws IOException {
    Hessian2Input in = new Hessian2Input(new ByteBufInputStream(out));
    List<Object> values = new ArrayList<>();
    while (!in.isEnd()) {
      values.add(in.readObject());
    }
    return values;
  }

  private static List<Object> json(String descriptor, String json) throws IOException {
    ByteBuf out = Unpooled.buffer();
    JsonArguments.write(Descriptor.parse(descriptor), utf8(json), out);
    return values(out);
  }

  private static List<Object> text(String descriptor, String text) throws IOException {
    ByteBuf out = Unpooled.buffer();
    TextArgument.write(Descriptor.parse(descriptor), utf8(text), out);
    return values(out);
  }

  @Test
  void everySupportedType() throws IOException {
    assertThat(
            json(
                STRING + "ZCBSIJFDLjava/lang/Long;Ljava/lang/CharSequence;Ljava/lang/Number;",
                "[\"\\u6f22\\ud83d\\ude00\",true,\"x\",-128,300,-5,9007199254740993,1.5,2,7,\"c\",8]"))
        .containsExactly("漢😀", true, "x", -128, 300, -5, 9007199254740993L, 1.5, 2.0, 7L, "c", 8);
  }

  @Test
  void nullWhereThereIsAReference() throws IOException {
    assertThat(json(STRING + "Ljava/lang/Integer;[ILa/Pojo;", "[null,null,null,null]"))
        .containsOnlyNulls()
        .hasSize(4);
  }

  @Test
  void anObjectIsWhatJsonMeans() throws IOException {
    assertThat(json(OBJECT, "[{\"a\":[1,3000000000,1.5,\"s\",null,true,{}]}]"))
        .containsExactly(
            Map.of("a", Arrays.asList(1, 3_000_000_000L, 1.5, "s", null, true, Map.of())));
  }

  @Test
  void numbersThatJsonHasNot() throws IOException {
    assertThat(json("DF", "[\"NaN\",\"-Infinity\"]"))
        .containsExactly(Double.NaN, Double.NEGATIVE_INFINITY);
  }

  @Test
  void noArguments() throws IOException {
    assertThat(json("", "[]")).isEmpty();
  }

  @Test
  void textAsTheDescriptorSays() throws IOException {
    assertThat(text(STRING, "")).containsExactly("");
    assertThat(text(STRING, "a&b=漢😀\n")).containsExactly("a&b=漢😀\n");
    assertThat(text(OBJECT, "5")).containsExactly("5");
    assertThat(text("I", "-5")).containsExactly(-5);
    assertThat(text("J", "9223372036854775807")).containsExactly(Long.MAX_VALUE);
    assertThat(text("D", "1e3")).containsExactly(1000.0);
    assertThat(text("Z", "false")).containsExactly(false);
    assertThat(text("C", "漢")).containsExactly("漢");
    assertThat(text("Ljava/lang/Number;", "3000000000")).containsExactly(3_000_000_000L);
  }

  @Test
  void genericArgumentsAreAnArray() throws IOException {
    ByteBuf out = Unpooled.buffer();
    JsonArguments.writeGeneric(utf8("[\"a\",1,null,true]"), out);
    assertThat((Object[]) values(out).get(0)).containsExactly("a", 1, null, true);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Ljava/lang/String; | [1,2] | argument 0: a number where java.lang.String is expected",
        "Ljava/lang/String; | ['a','b'] | 2 arguments given, the descriptor (Ljava/lang/String;) takes 1",
        "II | [1] | 1 argument given, the descriptor (II) takes 2",
        "I | [99999999999] | argument 0: 99999999999 is not an int (-2147483648 to 2147483647)",
        "SB | [1,200] | argument 1: 200 is not a byte (-128 to 127)",
        "J | [9223372036854775808] | argument 0: 9223372036854775808 is not a long (-9223372036854775808 to 9223372036854775807)",
        "I | [1.5] | argument 0: 1.5 is not an int (-2147483648 to 2147483647)",
        "I | ['1'] | argument 0: a string where an int is expected",
        "I | [null] | argument 0: null is not an int",
        "Z | [0] | argument 0: a number where a boolean is expected",
        "C | ['xy'] | argument 0: 'xy' is not a single UTF-16 character",
        "F | [1e39] | argument 0: 1e39 is not a float",
        "D | [1e999] | argument 0: 1e999 is not a double",
        "Ljava/lang/Object; | [[123456789012345678901]] | argument 0: 123456789012345678901 fits neither a long nor a double",
        "[I | [[1]] | argument 0: int[] is not supported yet, only null and String, CharSequence, the primitives and their boxes, Number and Object",
        "La/B$C; | [{}] | argument 0: a.B$C is not supported yet, only null and String, CharSequence, the primitives and their boxes, Number and Object",
        "I | {'a':1} | an object where a JSON array of the arguments is expected",
        "I | '' | nothing where a JSON array of the arguments is expected",
        "I | [1] [2] | the JSON array of the arguments is followed by an array"
      })
  void wrongArguments(String descriptor, String json, String message) {
    assertThatThrownBy(() -> json(descriptor, json.replace('\'', '"').replace("\"\"", "")))
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1,,2] | malformed JSON at line 1, column 4: Unexpected character (',' (code 44)): expected a value",
        "[1 | malformed JSON at line 1, column 3: Unexpected end-of-input",
        "[nul] | malformed JSON at line 1, column 6: Unrecognized token 'nul'"
      })
  void malformedJson(String json, String message) {
    assertThatThrownBy(() -> json("II", json))
        .isInstanceOf(BadArgument.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "I | x | argument 0: x is not an int (-2147483648 to 2147483647)",
        "I | '' | argument 0:  is not an int (-2147483648 to 2147483647)",
        "Z | yes | argument 0: 'yes' is neither true nor false",
        "D | 1d | argument 0: 1d is not a double",
        "D | 0x1p3 | argument 0: 0x1p3 is not a double",
        "II | 1 | text is one argument, the descriptor (II) takes 2",
        "'' | 1 | text is one argument, the descriptor () takes 0",
        "[I | 1 | argument 0: int[] is not supported yet, only null and String, CharSequence, the primitives and their boxes, Number and Object"
      })
  void wrongText(String descriptor, String text, String message) {
    assertThatThrownBy(() -> text(descriptor, text)).hasMessage(message);
  }

  @Test
  void textThatIsNotUtf8() {
    ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> TextArgument.write(Descriptor.parse(STRING), bytes, Unpooled.buffer()))
        .hasMessage("argument 0: the text isn't UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Ljava/lang/String | 1 | the class name that starts here has no ';' at its end",
        "IX | 2 | a type can't start with 'X'",
        "I[ | 3 | the array's type is missing",
        "L; | 2 | the class name is empty",
        "La.B; | 3 | '.' can't stand here in a class name",
        "L/a; | 2 | '/' can't stand here in a class name",
        "V | 1 | a type can't start with 'V'",
        "java.lang.String | 1 | a type can't start with 'j'"
      })
  void aMalformedDescriptor(String descriptor, int place, String what) {
    assertThatThrownBy(() -> Descriptor.parse(descriptor))
        .hasMessage(
            "malformed descriptor '%s' at character %d: %s".formatted(descriptor, place, what));
  }

  @Test
  void aDescriptorsTypesAsJavaWritesThem() {
    assertThat(Descriptor.parse("[[I[La/B$C;J").parameters())
        .extracting(Parameter::javaType)
        .containsExactly("int[][]", "a.B$C[]", "long");
  }
}
