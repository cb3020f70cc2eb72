package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.hex;
import static dev.vertxmesh.dubbo.Hessian.unhex;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON2;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON_COUNTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.CountedItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Values where one form ends and the next begins; tables, since each is asked for the same. */
class ValueEdgesTest {

  private static final long[] EDGES = {
    0,
    1,
    2,
    15,
    16,
    0x2f,
    0x30,
    0x7f,
    0x80,
    0x7ff,
    0x800,
    0x7fff,
    0x8000,
    0x3ffff,
    0x40000,
    1 << 24,
    Integer.MAX_VALUE,
    1L << 31,
    (1L << 32) - 1,
    1L << 32,
    1L << 53,
    Long.MAX_VALUE
  };

  /** On both sides of each, and of its negative. */
  private static List<Long> edges() {
    List<Long> all = new ArrayList<>(List.of(-8L, -9L, Long.MIN_VALUE, Long.MIN_VALUE + 1));
    for (long edge : EDGES) {
      all.addAll(List.of(edge, -edge, -edge - 1));
    }
    return all;
  }

  private static ByteBuf written(Serialization in, Object value) {
    ByteBuf out = Unpooled.buffer();
    in.writer(out).write(value);
    return out;
  }

  private static Object read(Serialization in, ByteBuf body) {
    Object value = in.reader(body).read();
    assertThat(body.isReadable()).isFalse();
    return value;
  }

  /** The bytes are those of the real library, and what they are read as is this. */
  private static void isJsonb(Object value, Object read) {
    String bytes = hex(written(FASTJSON2, value));
    assertThat(bytes).as("%s", value).isEqualTo(hex(DubboPeer.body(FASTJSON2, value)));
    assertThat(read(FASTJSON2, unhex(bytes))).as("%s", value).isEqualTo(read);
  }

  @Test
  void wholeNumbersInJsonb() {
    for (long value : edges()) {
      isJsonb(value, value);
      isJsonb((int) value, (int) value);
      isJsonb((short) value, (int) (short) value);
      isJsonb((byte) value, (int) (byte) value);
      BigInteger big = BigInteger.valueOf(value);
      isJsonb(big, big);
      BigInteger bigger = big.shiftLeft(40);
      isJsonb(bigger, bigger);
    }
  }

  @Test
  void fractionsInJsonb() {
    for (long value : edges()) {
      double real = value;
      isJsonb(real, real);
      isJsonb(real + 0.5, real + 0.5);
      isJsonb((float) value, Double.valueOf(Float.toString(value)));
      for (int scale : new int[] {0, 1, 3, -2, 100}) {
        BigDecimal decimal = BigDecimal.valueOf(value, scale);
        isJsonb(decimal, decimal);
        BigDecimal longer = new BigDecimal(BigInteger.valueOf(value).pow(3), scale);
        isJsonb(longer, longer);
      }
    }
    isJsonb(Float.NaN, Double.NaN);
    assertThat(read(FASTJSON2, written(FASTJSON2, -0.0))).as("with its sign").isEqualTo(-0.0);
    assertThat(read(FASTJSON2, written(FASTJSON2, -0f))).as("with its sign").isEqualTo(-0.0);
  }

  @Test
  void textsInJsonb() {
    for (int length : new int[] {0, 1, 46, 47, 48, 49, 2_000}) {
      for (String unit : List.of("x", "\u00ff", "\u0100", "漢")) {
        String text = unit.repeat(length);
        assertThat(read(FASTJSON2, written(FASTJSON2, text))).isEqualTo(text);
      }
    }
    for (String half : List.of("\ud800", "a\udc00", "\udc00\ud800")) {
      ByteBuf bytes = written(FASTJSON2, half).skipBytes(Integer.BYTES);
      assertThat(bytes.readUnsignedShort()).isEqualTo(0x7c00 + 2 * half.length());
      for (int i = 0; i < half.length(); i++) {
        assertThat((char) bytes.readShortLE()).as("UTF-8 has no halves").isEqualTo(half.charAt(i));
      }
    }
    for (char c : new char[] {'a', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud800', '\uffff'}) {
      assertThat(read(FASTJSON2, written(FASTJSON2, c))).isEqualTo(String.valueOf(c));
    }
  }

  @Test
  void timesInJsonb() {
    for (int nano : new int[] {0, 1, 0x2f, 0x30, 0x800, 1_000_000, 999_999_999}) {
      LocalTime time = LocalTime.of(23, 59, 58, nano);
      for (int year : new int[] {1, 1970, 2024, 9999}) {
        LocalDateTime both = LocalDate.of(year, 12, 31).atTime(time);
        isJsonb(both, both.toString());
        isJsonb(both.toLocalDate(), both.toLocalDate().toString());
        Instant instant = both.toInstant(ZoneOffset.UTC);
        isJsonb(instant, instant.toString());
      }
      isJsonb(time, time.toString());
    }
    assertThat(read(FASTJSON2, written(FASTJSON2, LocalTime.of(1, 2)))).isEqualTo("01:02:00");
    for (int year : new int[] {Short.MIN_VALUE, Short.MAX_VALUE}) {
      LocalDate date = LocalDate.of(year, 1, 1);
      assertThat(read(FASTJSON2, written(FASTJSON2, date))).isEqualTo(date.toString());
    }
    for (int year : new int[] {Short.MIN_VALUE - 1, Short.MAX_VALUE + 1}) {
      assertThatThrownBy(() -> written(FASTJSON2, LocalDate.of(year, 1, 1)))
          .hasMessage("JSONB can't say the year " + year);
    }
  }

  private static Object jsonb(String hex) {
    ByteBuf body = Unpooled.buffer();
    CountedItems.write(body, item -> item.writeBytes(unhex(hex)));
    return read(FASTJSON2, body);
  }

  @Test
  void whatOnlyOtherWritersOfJsonbUse() {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("7a 03 e6bca2", "漢");
    table.put("7b 04 feff6f22", "漢");
    table.put("7c 02 226f", "漢");
    table.put("7d 02 6f22", "漢");
    table.put("7e 02 baba", "汉");
    table.put("79 02 e961", "éa");
    table.put("49", "");
    table.put("78" + "61".repeat(47), "a".repeat(47));
    table.put("90 3861", "a");
    table.put("ac 0000000a", new Date(10_000));
    table.put("ad ffffffff", new Date(-60_000));
    table.put("ab 0000000000000005", new Date(5));
    table.put("94", List.of());
    table.put("95 05", List.of(5));
    table.put("a3" + "05".repeat(15), Collections.nCopies(15, 5));
    table.put("a4 00", List.of());
    table.put("a4 02 0506", List.of(5, 6));
    table.put("a6 a5", Map.of());
    table.put("a6 4a61 05 4a62 06 a5", Map.of("a", 5, "b", 6));
    table.put("a6 05 06 a5", Map.of(5, 6));
    table.put("a6 4a61 05 4a61 af a5", Map.of("a", 5)); // as a field that is a reference
    table.put("91 02 0102", new byte[] {1, 2});
    table.put("91 00", new byte[0]);
    table.forEach((hex, value) -> assertThat(jsonb(hex)).as(hex).isEqualTo(value));
    Map<Object, Object> other = new LinkedHashMap<>();
    other.put("a", 5);
    other.put("b", null);
    assertThat(jsonb("a6 4a61 05 4a62 af a5")).isEqualTo(other);
    for (String none :
        List.of("79 03 e961", "7a 01", "91 03 0102", "bb 00", "ef 00", "a4 01", "")) {
      assertThatThrownBy(() -> jsonb(none)).as(none).isInstanceOf(DubboCodecException.class);
    }
  }

  @Test
  void aNumberHas512BytesAtMost() {
    assertThat(jsonb("bb 3a00" + "7f".repeat(512))).isInstanceOf(BigInteger.class);
    assertThatThrownBy(() -> jsonb("bb 3a01" + "7f".repeat(513)))
        .hasMessage("not JSONB: a number of 513 bytes");
  }

  @Test
  void whereAKindOfValueIsDueAnotherIsNamed() {
    Map<String, String> table = new LinkedHashMap<>();
    table.put("92 05", "not JSONB: the name 5 wasn't given before");
    table.put("92 af", "not JSONB: the tag af where a string belongs");
    table.put("92 48", "not JSONB: it ends inside of a value");
    table.put("a4 49", "not JSONB: the tag 49 where an int belongs");
    table.put("a4 ff", "not JSONB: a length of -1");
    table.put("b8 af", "not JSONB: the tag af where a number belongs");
    table.put("b8 bd05", "not JSONB: the tag bd where a number belongs");
    table.put("9f", "not JSONB: it ends inside of a value");
    table.put("93 4b2e2e", "not JSONB: a reference to nothing");
    table.put("05 05", "not JSONB: a reference by itself, or more after the value");
    table.put("92 4a61 00 a6 05 05 a5", "not JSONB: an object's field without a name");
    table.put("a6 95 05 05 a5", "a map's key is itself a list, a map or a reference");
    table.forEach(
        (hex, message) -> assertThatThrownBy(() -> jsonb(hex)).as(hex).hasMessage(message));
  }

  @Test
  void aTypeThatIsNoConstantsIsDropped() {
    String type = "92 4f 782e436f6c72 00"; // x.Colr
    WireObject constant = (WireObject) jsonb(type + "4c524544");
    assertThat(constant.isConstant()).isTrue();
    assertThat(constant.type()).isEqualTo("x.Colr");
    assertThat(jsonb(type + "90 3861")).as("a char").isEqualTo("a");
    assertThat(jsonb(type + "05")).isEqualTo(5);
    WireObject object = (WireObject) jsonb(type + "a6 4a61 05 4a61 af 4a62 af a5");
    assertThat(object.size()).isEqualTo(2);
    assertThat(object.get("a")).isEqualTo(5);
    assertThat(object.get("b")).isNull();
  }

  private static String text(Serialization in, Object value) {
    ByteBuf out = written(in, value);
    ByteBuf item = in == FASTJSON ? out : out.skipBytes(Integer.BYTES);
    String text = item.toString(StandardCharsets.UTF_8);
    out.release();
    return text.trim();
  }

  /** What a value is as text, without and with its type. */
  private static void isText(Object value, String plain, String typed) {
    assertThat(text(FASTJSON, value)).as("%s", value).isEqualTo(plain);
    assertThat(text(FASTJSON_COUNTED, value)).as("%s", value).isEqualTo(typed);
  }

  @Test
  void valuesAsText() {
    isText(null, "null", "null");
    isText(true, "true", "true");
    isText((byte) 1, "1", "1B");
    isText((short) 2, "2", "2S");
    isText(3, "3", "3");
    isText(4L, "4", "4L");
    isText((long) Integer.MAX_VALUE, "2147483647", "2147483647L");
    isText(1L << 31, "2147483648", "2147483648");
    isText(1.5f, "1.5", "1.5F");
    isText(2.5, "2.5", "2.5D");
    isText(Double.NaN, "\"NaN\"", "\"NaN\"");
    isText(Float.POSITIVE_INFINITY, "\"Infinity\"", "\"Infinity\"");
    isText(BigDecimal.TEN, "10", "10.");
    isText(new BigDecimal("1.50"), "1.50", "1.50");
    isText(BigInteger.TEN, "10", "10");
    isText(new Date(7), "7", "new Date(7)");
    isText(new byte[] {1, -1}, "\"Af8=\"", "x'01FF'");
    isText(new char[] {'a', 'b'}, "\"ab\"", "\"ab\"");
    isText('c', "\"c\"", "\"c\"");
    isText(Locale.CHINA, "\"zh_CN\"", "\"zh_CN\"");
    isText(new UUID(0, 1), "\"" + new UUID(0, 1) + "\"", "\"" + new UUID(0, 1) + "\"");
    isText(LocalTime.of(1, 2), "\"01:02:00\"", "\"01:02:00\"");
    isText(LocalDate.EPOCH, "\"1970-01-01\"", "\"1970-01-01\"");
    isText(
        " ~\u007f\u001f\"\\é",
        "\" ~\\u007F\\u001F\\\"\\\\\\u00E9\"",
        text(FASTJSON, " ~\u007f\u001f\"\\é"));
  }

  @Test
  void whatContainsOthersAsText() {
    isText(List.of(), "[]", "[]");
    isText(Arrays.asList(1, null), "[1,null]", "[1,null]");
    isText(new TreeSet<>(List.of(1, 2)), "[1,2]", "TreeSet[1,2]");
    isText(Collections.singleton(1), "[1]", "Set[1]");
    isText(new int[] {1, 2}, "[1,2]", "[1,2]");
    isText(new int[0], "[]", "[]");
    isText(Map.of(), "{}", "{}");
    Map<Object, Object> map = new LinkedHashMap<>();
    map.put("a", 1);
    map.put(2, "b");
    map.put(true, null);
    map.put(null, 3L);
    isText(
        map, "{\"a\":1,2:\"b\",\"true\":null,null:3}", "{\"a\":1,2:\"b\",\"true\":null,null:3L}");
    WireObject object = WireObject.of("x.Y", new String[] {"a", "b"}, 1, "c");
    isText(object, "{\"a\":1,\"b\":\"c\"}", "{\"@type\":\"x.Y\",\"a\":1,\"b\":\"c\"}");
    isText(WireObject.of("x.Y", new String[0]), "{}", "{\"@type\":\"x.Y\"}");
    isText(WireObject.constant("x.C", "RED"), "\"RED\"", "\"RED\"");
    for (Object key : List.of(List.of(), Map.of(), object, new int[0])) {
      for (Serialization in : List.of(FASTJSON, FASTJSON_COUNTED)) {
        assertThatThrownBy(() -> written(in, Map.of(key, 1)))
            .hasMessage("a map's key is itself an object, a list or a map");
      }
    }
    WireObject constant = WireObject.constant("x.C", "RED");
    isText(Map.of(constant, 1), "{\"RED\":1}", "{\"RED\":1}");
  }

  private static Object line(String json) {
    return read(FASTJSON, Unpooled.copiedBuffer(json + "\n", StandardCharsets.UTF_8));
  }

  @Test
  void numbersOfTextAreWhatTheyFit() {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("2147483647", Integer.MAX_VALUE);
    table.put("2147483648", 1L << 31);
    table.put("-2147483648", Integer.MIN_VALUE);
    table.put("-2147483649", -(1L << 31) - 1);
    table.put("999999999999999999", 999_999_999_999_999_999L);
    table.put("1000000000000000000", 1_000_000_000_000_000_000L);
    table.put("-9223372036854775808", Long.MIN_VALUE);
    table.put("-9223372036854775809", new BigInteger("-9223372036854775809"));
    table.put("1B", 1);
    table.put("2S", 2);
    table.put("3L", 3L);
    table.put("4.5F", 4.5);
    table.put("5D", 5.0);
    table.put("6.", new BigDecimal("6"));
    table.put("0.1", 0.1);
    table.put("0.10", new BigDecimal("0.10"));
    table.put("1.0E10", 1e10);
    table.put("1e+2", new BigDecimal("1e+2"));
    table.put("9".repeat(1_000), new BigInteger("9".repeat(1_000)));
    table.put("new Date(5)", new Date(5));
    table.put("new Date(2147483648)", new Date(1L << 31));
    table.put("x'0aFF'", new byte[] {10, -1});
    table.put("x''", new byte[0]);
    table.put("TreeSet[1]", List.of(1));
    table.put("Set[]", List.of());
    table.forEach((json, value) -> assertThat(line(json)).as(json).isEqualTo(value));
    for (String none :
        List.of("9".repeat(1_001), "new Date(1.5)", "new Date(\"1\")", "x'0", "x0'")) {
      assertThatThrownBy(() -> line(none)).as(none).isInstanceOf(DubboCodecException.class);
    }
  }

  @Test
  void aTextsEscapesEndWhereTheyEnd() {
    Map<String, String> table = new LinkedHashMap<>();
    table.put("a\\u0041b", "aAb");
    table.put("\\x41\\x42", "AB");
    table.put("\\0\\7", "\0\7");
    table.put("\\F\\f\\v\\b", "\f\f\u000b\b");
    table.put("\\\"\\\\\\/\\'", "\"\\/'");
    table.put("\\n\\r\\t", "\n\r\t");
    table.forEach((json, value) -> assertThat(line("\"" + json + "\"")).as(json).isEqualTo(value));
    for (String none : List.of("\\8", "\\", "\\u004", "\\x4", "\\a")) {
      assertThatThrownBy(() -> line("\"" + none + "\"")).isInstanceOf(DubboCodecException.class);
    }
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    Map<String, String> table = new LinkedHashMap<>();
    table.put("[1,,2]", "no value, or a number too long at character 3");
    table.put("", "an end at character 0");
    table.put("1.2.3", "no number at character 0");
    table.put("[1 2]", "something else where ] belongs at character 3");
    table.put("[1", "an end at character 2");
    table.put("1 2", "more after the value at character 2");
    table.put("\"a\\q\"", "an escape that is none at character 4");
    table.put("\"a", "an end inside of a string at character 2");
    table.put("x'0g'", "bytes that aren't hexadecimal at character 2");
    table.put("{\"$ref\":\"$\"}", "a reference by itself at character 12");
    table.put("{\"$ref\":\"@\"}", "a reference to what is around the whole at character 12");
    table.put("[{\"$ref\":\"..\"}]", "a reference to what is around the whole at character 14");
    table.put("{\"@type\":\"x.Y\",1:2}", "an object's field without a name at character 15");
    table.put("new Date(1.5)", "a date of no whole milliseconds at character 13");
    table.forEach(
        (json, message) ->
            assertThatThrownBy(() -> line(json))
                .as(json)
                .hasMessage("not fastjson's JSON: " + message));
  }

  @Test
  void objectsOfTextAreMapsDatesOrOfTheirClass() {
    assertThat(line("{\"@type\":\"java.util.HashMap\"}")).isEqualTo(Map.of());
    assertThat(line("{\"@type\":\"java.util.HashMap\",\"a\":1}")).isEqualTo(Map.of("a", 1));
    assertThat(line("{\"@type\":\"java.util.Date\",\"val\":5}")).isEqualTo(new Date(5));
    WireObject more = (WireObject) line("{\"@type\":\"java.util.Date\",\"val\":5,\"a\":1}");
    assertThat(more.size()).isEqualTo(2);
    assertThat(line("{\"@type\":\"java.util.Date\",\"val\":\"5\"}")).isInstanceOf(WireObject.class);
    assertThat(line("{\"@type\":1}")).isEqualTo(Map.of("@type", 1));
    assertThat(line("{\"$ref\":\"x\"}")).isEqualTo(Map.of("$ref", "x"));
    assertThat(line("{\"$ref\":1}")).isEqualTo(Map.of("$ref", 1));
    assertThat(line("{\"$ref\":\"$\",\"a\":1}")).isEqualTo(Map.of("$ref", "$", "a", 1));
    List<?> list = (List<?>) line("[[{\"$ref\":\"@\"},{\"$ref\":\"..\"}]]");
    List<?> inner = (List<?>) list.get(0);
    assertThat(inner.get(0) == inner).isTrue();
    assertThat(inner.get(1) == list).isTrue();
  }

  /** A list in a list, so many deep. */
  private static List<Object> nested(int depth) {
    List<Object> list = new ArrayList<>();
    for (int i = 1; i < depth; i++) {
      list = new ArrayList<>(List.of(list));
    }
    return list;
  }

  @Test
  void valuesAreNested512DeepAtMostAndNeighboursAreNotDeeper() {
    String deeper = "values are nested more than 512 deep";
    for (Serialization in : Serialization.values()) {
      assertThat(read(in, written(in, nested(512)))).as("%s", in).isEqualTo(nested(512));
      assertThatThrownBy(() -> written(in, nested(513))).hasMessage(deeper);
      List<Object> neighbours = new ArrayList<>();
      for (int i = 0; i < 600; i++) {
        neighbours.add(i % 2 == 0 ? List.of(i) : new LinkedHashMap<>(Map.of("k", i)));
      }
      assertThat(read(in, written(in, neighbours))).isEqualTo(neighbours);
    }
    assertThatThrownBy(() -> line("[".repeat(513) + "]".repeat(513))).hasMessage(deeper);
    assertThatThrownBy(() -> jsonb("95".repeat(513) + "05")).hasMessage(deeper);
  }

  @Test
  void aReferenceStandsInTheListOrMapThatIsOpenThere() {
    for (String neighbour : List.of("{\"a\":1}", "{\"@type\":\"x.Y\",\"a\":1}", "[1]", "Set[]")) {
      List<?> list = (List<?>) line("[" + neighbour + ",{\"$ref\":\"@\"}]");
      assertThat(list.get(1) == list).as(neighbour).isTrue();
    }
    for (String neighbour : List.of("a64a6105a5", "924a6100a64a6105a5", "9505", "94")) {
      List<?> list = (List<?>) jsonb("96" + neighbour + "934b2e2e");
      assertThat(list.get(1) == list).as(neighbour).isTrue();
    }
    WireObject object = (WireObject) line("{\"@type\":\"x.Y\",\"a\":[1],\"b\":{\"$ref\":\"$.a\"}}");
    assertThat(object.get("b")).isSameAs(object.get("a")).isEqualTo(List.of(1));
    WireObject other = (WireObject) jsonb("92 4a61 00 a6 4a61 9505 4a62 93 4c242e61 a5"); // $.a
    assertThat(other.get("b")).isSameAs(other.get("a")).isEqualTo(List.of(5));
    Map<?, ?> map = (Map<?, ?>) line("{\"a\":[1],\"b\":{\"$ref\":\"$.a\"}}");
    assertThat(map.get("b") == map.get("a")).isTrue();
    Map<?, ?> binary = (Map<?, ?>) jsonb("a6 4a61 9505 4a62 93 4c242e61 a5");
    assertThat(binary.get("b") == binary.get("a")).isTrue();
  }

  @Test
  void whatIsOfAnotherClassIsWrittenAsItsElements() {
    WireList list = new WireList("java.util.TreeSet", List.of(1, 2));
    WireMap map = new WireMap("java.util.TreeMap", Map.of("k", 1));
    isText(list, "[1,2]", "[1,2]");
    isText(map, "{\"k\":1}", "{\"k\":1}");
    for (Serialization in : Serialization.values()) {
      assertThat(read(in, written(in, list))).isEqualTo(List.of(1, 2));
      assertThat(read(in, written(in, map))).isEqualTo(Map.of("k", 1));
    }
  }

  @Test
  void aLineIsHeldToItsEndAndToTheListOfDeniedClasses() {
    assertThatThrownBy(() -> line("")).hasMessage("not fastjson's JSON: an end at character 0");
    String denied = "{\"@type\":\"com.sun.rowset.JdbcRowSetImpl\"}";
    assertThatThrownBy(() -> line(denied)).isInstanceOf(DeniedClassException.class);
  }
}
