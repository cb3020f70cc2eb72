package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.dubbo.hessian.HessianArguments;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    JsonArguments.write(Descriptor.parse(descriptor), utf8(json), out, new HessianArguments(out));
    return values(out);
  }

  private static List<Object> text(String descriptor, String text) throws IOException {
    ByteBuf out = Unpooled.buffer();
    TextArgument.write(Descriptor.parse(descriptor), utf8(text), out, new HessianArguments(out));
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
  void withoutTypesAsJsonMeansThem() {
    assertThat(read(null, "['a',1,null,true,1.5,1.50,9007199254740993,12345678901234567890]"))
        .containsExactly(
            "a",
            1,
            null,
            true,
            1.5,
            new BigDecimal("1.50"),
            9007199254740993L,
            new BigInteger("12345678901234567890"));
    assertThat(read(null, "[{'a':[{}]}]")).containsExactly(Map.of("a", List.of(Map.of())));
  }

  @Test
  void aValueMarkedWithItsType() {
    assertThat(
            read(
                null,
                "[{'born':{'$date':'1970-01-01T00:00:01Z'},'at':{'$java.time.LocalDate':'2026-11-20'},"
                    + "'n':{'$decimal':'1.10'},'l':[{'$long':5}],'m':{'$map':{'$date':1}},"
                    + "'q':{'$gt':5},'e':{'$map':{}}}]"))
        .containsExactly(
            Map.of(
                "born",
                new Date(1000),
                "at",
                LocalDate.of(2026, 11, 20),
                "n",
                new BigDecimal("1.10"),
                "l",
                List.of(5L),
                "m",
                Map.of("$date", 1),
                "q",
                Map.of("$gt", 5),
                "e",
                Map.of()));
    assertThat((byte[]) read(null, "[{'$bytes':'AQID'}]")[0]).containsExactly(1, 2, 3);
  }

  @Test
  void typesThatAreOneValueAreThatValue() {
    assertThat(
            read(
                "Ljava/util/Date;Ljava/math/BigDecimal;Ljava/time/LocalDateTime;Ljava/time/Instant;",
                "[1000,12.50,'2026-11-20T01:02:03','2026-11-20T00:00:00Z']"))
        .containsExactly(
            new Date(1000),
            new BigDecimal("12.50"),
            LocalDateTime.of(2026, 11, 20, 1, 2, 3),
            Instant.parse("2026-11-20T00:00:00Z"));
    Object[] arrays =
        read("[B[C[[I[Ljava/lang/Long;[B", "['AQID','ab',[[1],[2,3]],[1,null],[1,-1]]");
    assertThat((byte[]) arrays[0]).containsExactly(1, 2, 3);
    assertThat((char[]) arrays[1]).containsExactly('a', 'b');
    assertThat((int[][]) arrays[2]).isDeepEqualTo(new int[][] {{1}, {2, 3}});
    assertThat((Long[]) arrays[3]).containsExactly(1L, null);
    assertThat((byte[]) arrays[4]).containsExactly(1, -1);
  }

  @Test
  void aTypeOfTheProvidersOwnIsWhatJsonMeans() {
    assertThat(read("La/Pojo;", "[{'a':1}]")).containsExactly(Map.of("a", 1));
    assertThat(Descriptor.parse("La/Pojo;I").isExact()).isFalse();
    assertThat(Descriptor.parse("[[JLjava/util/Date;Ljava/lang/Long;Z").isExact()).isTrue();
  }

  @Test
  void eachArgumentAsItsOwnJson() {
    assertThat(JsonArguments.texts(null, utf8(" [ \"a\" , {\"b\":[1.0 ]}, null,-2 ,true] ")))
        .containsExactly("\"a\"", "{\"b\":[1.0 ]}", null, "-2", "true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{\"a\":[1,{\"$date\":\"soon\"}]}] | argument 0 at /a/1/$date: 'soon' is not"
            + " java.util.Date, such as \"2026-11-20T12:30:00Z\"",
        "[1,{\"$long\":1.5}] | argument 1 at /$long: '1.5' is not a long, such as 9007199254740993",
        "[{\"$date\":1,\"b\":2}] | argument 0 at /b: $date marks a value's type, and stands alone",
        "[{\"$bytes\":\"A?==\"}] | argument 0 at /$bytes: 'A?==' is not base64: Illegal base64"
            + " character 3f",
        "[{\"$map\":1}] | argument 0 at /$map: a number where $map needs an object"
      })
  void aMarkedValueThatDoesNotFit(String json, String message) {
    assertThatThrownBy(
            () -> JsonArguments.read(null, utf8(json), NamedClasses.ANY_BUT_THE_JDKS, false))
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "$char, a String, \"x\"",
    "$chars, a String, \"x\"",
    "$java.lang.Short, an Integer, 1",
    "$byte, an Integer, 1",
    "$float, a Double, 1"
  })
  void whatWouldArriveAsSomethingElseInAnObjectIsRefused(String mark, String as, String json) {
    String message =
        "argument 0 at /0/a/%s: %s: where no type is declared, the provider gets it as %s, whoever calls; write the value without the mark if that will do, or send the types of the arguments"
            .formatted(mark, mark, as);
    String marked = "[[{\"a\":{\"%s\":%s}}]]".formatted(mark, json);
    assertThatThrownBy(() -> read("Ljava/lang/Object;", marked)).hasMessage(message);
    assertThat(read(null, marked)).as("the provider may know better").hasSize(1);
    assertThat(read("La/Bean;", marked)).as("there too").hasSize(1);
    Descriptor object = Descriptor.parse("Ljava/lang/Object;");
    assertThat(JsonArguments.read(object, utf8(marked), NamedClasses.ANY_BUT_THE_JDKS, true))
        .as("fastjson2")
        .hasSize(1);
  }

  @Test
  void anArgumentOfAnUnknownTypeIsTakenForAnObject() {
    assertThatThrownBy(() -> read(null, "[{'$char':'x'}]"))
        .hasMessageStartingWith("argument 0 at /$char: $char: where no type is declared");
    assertThat(read("C", "[{'$char':'x'}]")).containsExactly('x');
    assertThat(read("La/Bean;", "[{'$short':1}]")).containsExactly((short) 1);
    assertThat(read(null, "[{'$long':1}]")).containsExactly(1L);
    assertThat(
            JsonArguments.read(
                null, utf8("[{\"$char\":\"x\"}]"), NamedClasses.ANY_BUT_THE_JDKS, true))
        .as("fastjson2")
        .containsExactly('x');
  }

  @Test
  void oneDecimalOfAListThatNobodyKnowsMakesDecimalsOfAllItsNumbers() {
    List<Object> decimals = List.of(new BigDecimal("1.10"), new BigDecimal("2"), "3", true);
    assertThat(read(null, "[[1.10,2,'3',true]]")).containsExactly(decimals);
    assertThat(read("La/Bean;", "[{'a':[1.10,2,'3',true]}]"))
        .containsExactly(Map.of("a", decimals));
    assertThat(read(null, "[[1.5,2]]")).containsExactly(List.of(1.5, 2));
    assertThat(read("Ljava/lang/Object;", "[[1.10,2]]"))
        .containsExactly(List.of(new BigDecimal("1.10"), 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.mchange.v2.c3p0.JndiRefForwardingDataSource",
        "org.springframework.beans.factory.config.PropertyPathFactoryBean"
      })
  void noProviderIsAskedForWhatAttacksAreMadeOf(String name) {
    assertThatThrownBy(() -> read(null, "[{'class':'" + name + "'}]"))
        .hasMessageContaining("class '" + name + "' is no service's but what attacks are made of");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.rowset.JdbcRowSetImpl",
        "javax.swing.UIDefaults",
        "[Ljava.lang.ProcessBuilder;",
        "sun.print.UnixPrintServiceLookup"
      })
  void aGenericCallDoesNotMakeAClassOfTheJdk(String name) {
    for (String json :
        List.of(
            "[{'a':{'class':'%s'}}]", "[[{'b':1,'class':'%s'}]]", "[{'$map':{'class':'%s'}}]")) {
      assertThatThrownBy(() -> read(null, json.formatted(name)))
          .hasMessageContaining("class '" + name + "' is the JDK's");
    }
    assertThat(read(null, "[{'class':'com.example.sun.User'},{'class':5}]")).hasSize(2);
  }

  @Test
  void aGenericCallToAnAgentThatKnowsTheApiNamesClassesOfItOnly() {
    NamedClasses nameable = new NamedClasses(SampleApi.CLASSES);
    assertThat(JsonArguments.read(null, named(Shop.Order.class.getName()), nameable, false))
        .hasSize(1);
    assertThatThrownBy(() -> JsonArguments.read(null, named("com.example.Config"), nameable, false))
        .hasMessageContaining(
            "class 'com.example.Config' is none of the API's, and the provider"
                + " isn't asked to make another");
  }

  private static ByteBuf named(String className) {
    return utf8("[{\"a\":{\"class\":\"%s\"}}]".formatted(className));
  }

  private static Object[] read(String descriptor, String json) {
    return JsonArguments.read(
        descriptor == null ? null : Descriptor.parse(descriptor),
        utf8(json.replace('\'', '"')),
        NamedClasses.ANY_BUT_THE_JDKS,
        false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Ljava/lang/String; | [1,2] | argument 0: a number where java.lang.String is expected",
        "Ljava/lang/String; | ['a','b'] | 2 arguments given, but the method takes 1:"
            + " (java.lang.String)",
        "II | [1] | 1 argument given, but the method takes 2: (int, int)",
        "I | [99999999999] | argument 0: 99999999999 is not an int (-2147483648 to 2147483647)",
        "SB | [1,200] | argument 1: 200 is not a byte (-128 to 127)",
        "Ljava/util/Date; | ['2026-11-20T00:00:00.1234Z'] | argument 0: '2026-11-20T00:00:00.1234Z'"
            + " is finer than a millisecond, which would be lost",
        "Ljava/util/Date; | ['+999999999-01-01T00:00:00Z'] | argument 0:"
            + " '+999999999-01-01T00:00:00Z' is not java.util.Date, such as"
            + " \"2026-11-20T12:30:00Z\"",
        "Ljava/lang/Object; | [1e2147483648] | argument 0: 1e2147483648 is beyond what a"
            + " java.math.BigDecimal holds",
        "Ljava/lang/Object; | [{'a':1e-99999999999}] | argument 0 at /a: 1e-99999999999 is beyond"
            + " what a java.math.BigDecimal holds",
        "J | [9223372036854775808] | argument 0: 9223372036854775808 is not a long"
            + " (-9223372036854775808 to 9223372036854775807)",
        "I | [1.5] | argument 0: 1.5 is not an int (-2147483648 to 2147483647)",
        "I | ['1'] | argument 0: a string where an int is expected",
        "I | [null] | argument 0: null is not an int",
        "Z | [0] | argument 0: a number where a boolean is expected",
        "C | ['xy'] | argument 0: 'xy' is not a single UTF-16 character",
        "F | [1e39] | argument 0: 1e39 is not a float",
        "D | [1e999] | argument 0: 1e999 is not a double",
        "[I | [[1,2.5]] | argument 0 at /1: '2.5' is not an int, such as 7",
        "[I | [[null]] | argument 0 at /0: null is not an int",
        "[I | [5] | argument 0: a number where int[] is expected",
        "Ljava/util/Date; | ['2026-11'] | argument 0: '2026-11' is not java.util.Date, such as"
            + " '2026-11-20T12:30:00Z'",
        "Ljava/time/LocalDate; | [5] | argument 0: a number where java.time.LocalDate is expected,"
            + " such as '2026-11-20'",
        "I | {'a':1} | the agent doesn't know the names of the method's parameters: send the"
            + " arguments as an array, or give this agent the service's classes (--api JAR)",
        "I | '' | nothing where a JSON array of the arguments is expected",
        "I | [1] [2] | the JSON array of the arguments is followed by an array"
      })
  void wrongArguments(String descriptor, String json, String message) {
    assertThatThrownBy(() -> json(descriptor, json.replace('\'', '"').replace("\"\"", "")))
        .hasMessage(
            message
                .replace("such as '2026-11-20T12:30:00Z'", "such as \"2026-11-20T12:30:00Z\"")
                .replace("such as '2026-11-20'", "such as \"2026-11-20\""));
  }

  /** It would take minutes to read one of megabytes. */
  @ParameterizedTest
  @CsvSource({
    "Ljava/math/BigInteger;, 9",
    "Ljava/math/BigDecimal;, 9",
    "Ljava/lang/Number;, 9",
    "[Ljava/math/BigInteger;, 9",
  })
  void aNumberOfEndlessDigitsIsRefused(String descriptor, String digit) {
    String many = digit.repeat(100_000);
    String json = descriptor.startsWith("[") ? "[['" + many + "']]" : "['" + many + "']";
    if (!descriptor.contains("Number")) {
      assertThatThrownBy(() -> json(descriptor, json.replace('\'', '"')))
          .hasMessageContaining("a number of more than 1000 characters");
    }
    if (!descriptor.startsWith("[")) {
      assertThatThrownBy(() -> text(descriptor, many))
          .hasMessageContaining("a number of more than 1000 characters");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1,,2] | malformed JSON at line 1, column 4: Unexpected character (','):"
            + " expected a value",
        "[1 | malformed JSON at line 1, column 3: Unexpected end-of-input",
        "[nul] | malformed JSON at line 1, column 2: nul isn't JSON; expected"
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
        "II | 1 | text is one argument, but the method takes 2: (int, int)",
        "'' | 1 | text is one argument, but the method takes 0: ()",
        "Ljava/time/LocalDate; | 1 | argument 0: '1' is not java.time.LocalDate, such as"
            + " \"2026-11-20\""
      })
  void wrongText(String descriptor, String text, String message) {
    assertThatThrownBy(() -> text(descriptor, text)).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "La/B; | 5 | a number where an object (a.B) is expected",
        "La/B; | true | a boolean where an object (a.B) is expected",
        "[La/B; | \"x\" | a string where an array (a.B[]) is expected",
        "Ljava/util/List; | 5 | a number where an array (java.util.List) is expected",
        "Ljava/util/Set; | \"x\" | a string where an array (java.util.Set) is expected",
        "Ljava/util/Map; | [1] | an array where an object (java.util.Map) is expected",
        "Ljava/util/HashMap; | \"x\" | a string where an object (java.util.HashMap) is expected"
      })
  void whatNoValueOfTheTypeCanBeIsRefused(String descriptor, String json, String message) {
    assertThatThrownBy(() -> generic(descriptor, "[" + json + "]"))
        .hasMessage("argument 0: " + message);
  }

  private static Object generic(String descriptor, String json) {
    Descriptor of = Descriptor.parse(descriptor);
    return JsonArguments.read(of, utf8(json), NamedClasses.ANY_BUT_THE_JDKS, true)[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "La/B; | \"CONSTANT\"",
        "La/B; | [1]",
        "La/B; | null",
        "Ljava/io/Serializable; | 5",
        "Ljava/lang/Comparable; | true",
        "Ljava/util/List; | {\"class\":\"a.Numbers\"}",
        "Ljava/util/Map; | {}",
        "[La/B; | [{}]"
      })
  void whatOneMightBeIsLeftToTheProvider(String descriptor, String json) throws IOException {
    Object natural = JsonArguments.value("v", json);
    assertThat(generic(descriptor, "[" + json + "]")).isEqualTo(natural);
  }

  @Test
  void textForAListIsRefusedUnlessItIsOne() {
    Descriptor list = Descriptor.parse("Ljava/util/List;");
    assertThat(TextArgument.read(list, utf8("[1]"))).containsExactly(List.of(1));
    assertThatThrownBy(() -> TextArgument.read(list, utf8("x")))
        .hasMessage("argument 0: a string where an array (java.util.List) is expected");
  }

  @Test
  void textThatIsNotUtf8() {
    ByteBuf bytes = Unpooled.wrappedBuffer(new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(
            () ->
                TextArgument.write(Descriptor.parse(STRING), bytes, Unpooled.buffer(), value -> {}))
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
        .hasMessageStartingWith(
            "malformed descriptor '%s' at character %d: %s".formatted(descriptor, place, what));
  }

  @Test
  void aDescriptorsTypesAsJavaWritesThem() {
    assertThat(Descriptor.parse("[[I[La/B$C;J").parameters())
        .extracting(Parameter::javaType)
        .containsExactly("int[][]", "a.B$C[]", "long");
  }
}
