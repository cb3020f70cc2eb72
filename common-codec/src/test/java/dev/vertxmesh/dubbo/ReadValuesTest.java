package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON2;
import static dev.vertxmesh.dubbo.Serialization.FASTJSON_COUNTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.PeerTypes.Colour;
import dev.vertxmesh.dubbo.PeerTypes.Person;
import dev.vertxmesh.dubbo.wire.CountedItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.ValueReader;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the real libraries write, as we read it. */
class ReadValuesTest {

  private static final LocalDateTime TIME = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4);
  private static final String TIME_TEXT = "2024-02-29T01:02:03.000000004";
  private static final BigInteger HUGE = new BigInteger("12345678901234567890123");

  private static Object read(Serialization in, ByteBuf body) {
    Object value = in.reader(body).read();
    assertThat(body.isReadable()).isFalse();
    return value;
  }

  private static Object read(Serialization in, Object value) {
    return read(in, DubboPeer.body(in, value));
  }

  private static Object text(String json) {
    return read(FASTJSON, Unpooled.copiedBuffer(json + "\n", StandardCharsets.UTF_8));
  }

  private static Map<Object, Object> map(Object... keysAndValues) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  /** What was written, then what is read of the text, of the counted layout and of JSONB. */
  private record Values(Object written, Object text, Object counted, Object jsonb) {}

  private static Stream<Values> values() {
    return Stream.of(
        same(null, null),
        same(true, true),
        same((byte) -3, -3),
        same((short) 300, 300),
        same(70_000, 70_000),
        new Values(5L, 5, 5L, 5L),
        same(1L << 40, 1L << 40),
        same(1.1f, 1.1),
        same(3f, 3.0),
        same(2.5, 2.5),
        same(1e10, 1e10),
        same(0.0, 0.0),
        new Values(Double.NaN, null, null, Double.NaN),
        same('x', "x"),
        same("é\"\\\n\u2028/\u0001漢\ud83d\ude00", "é\"\\\n\u2028/\u0001漢\ud83d\ude00"),
        same("x".repeat(3000), "x".repeat(3000)),
        new Values(new byte[] {1, 2}, "AQI=", new byte[] {1, 2}, new byte[] {1, 2}),
        new Values(new Date(1123), 1123, new Date(1123), new Date(1123)),
        new Values(new Date(60_000), 60_000, new Date(60_000), new Date(60_000)),
        same(HUGE, HUGE),
        new Values(BigInteger.TEN, 10, 10, BigInteger.TEN),
        same(new BigDecimal("1.50"), new BigDecimal("1.50")),
        new Values(BigDecimal.TEN, 10, BigDecimal.TEN, BigDecimal.TEN),
        same(new BigDecimal("1E+10"), new BigDecimal("1E+10")),
        same(new BigDecimal(HUGE, 5), new BigDecimal(HUGE, 5)),
        same(TIME.toLocalDate(), "2024-02-29"),
        same(TIME.toLocalTime(), "01:02:03.000000004"),
        same(TIME, TIME_TEXT),
        same(Instant.ofEpochSecond(1_700_000_000, 5), "2023-11-14T22:13:20.000000005Z"),
        same(TIME.atZone(ZoneId.of("Europe/Paris")), TIME_TEXT + "+01:00[Europe/Paris]"),
        same(TIME.atZone(ZoneId.of("Asia/Shanghai")), TIME_TEXT + "+08:00[Asia/Shanghai]"),
        same(TIME.atOffset(ZoneOffset.ofHours(2)), TIME_TEXT + "+02:00"),
        same(new ArrayList<>(Arrays.asList(1, "a", null)), Arrays.asList(1, "a", null)),
        same(new LinkedList<>(List.of(1)), List.of(1)),
        same(List.of(1, 2), List.of(1, 2)),
        same(new HashSet<>(List.of(1)), List.of(1)),
        same(new TreeSet<>(List.of(1, 2)), List.of(1, 2)),
        same(new HashMap<>(Map.of("k", 1)), Map.of("k", 1)),
        same(Map.of("k", 1), Map.of("k", 1)),
        same(new TreeMap<>(Map.of("k", 1)), Map.of("k", 1)),
        same(new ConcurrentHashMap<>(Map.of("k", 1)), Map.of("k", 1)),
        new Values(
            map("k", 1, 2, "x", 3L, true),
            map("k", 1, 2, "x", 3, true),
            map("k", 1, 2, "x", 3L, true),
            map("k", 1, 2, "x", 3L, true)),
        same(new Object[] {1, "a", null}, Arrays.asList(1, "a", null)),
        same(new String[] {"a"}, List.of("a")),
        same(new int[] {1, 2}, List.of(1, 2)),
        new Values(new long[] {1}, List.of(1), List.of(1), List.of(1L)),
        same(new char[] {'a', 'b'}, "ab"),
        same(new int[][] {{1}, {2}}, List.of(List.of(1), List.of(2))),
        same(Locale.CHINA, "zh_CN"));
  }

  private static Values same(Object written, Object read) {
    return new Values(written, read, read, read);
  }

  /** One test, and not one a value: as such PIT would take minutes for each of its mutations. */
  @Test
  void areReadAsTheNearestThatIsNeutral() {
    for (Values of : values().toList()) {
      assertThat(read(FASTJSON, of.written)).as("%s", of.written).isEqualTo(of.text);
      assertThat(read(FASTJSON_COUNTED, of.written)).as("%s", of.written).isEqualTo(of.counted);
      assertThat(read(FASTJSON2, of.written)).as("%s", of.written).isEqualTo(of.jsonb);
    }
  }

  @Test
  void anEnumsConstantIsItsNameAndInJsonbItsClassToo() {
    assertThat(read(FASTJSON, Colour.GREEN)).isEqualTo("GREEN");
    assertThat(read(FASTJSON_COUNTED, Colour.RED)).isEqualTo("RED");
    WireObject green = (WireObject) read(FASTJSON2, Colour.GREEN);
    assertThat(green.isConstant()).isTrue();
    assertThat(green.type()).isEqualTo(Colour.class.getName());
    assertThat(green.get("name")).isEqualTo("GREEN");
    WireObject days = (WireObject) read(FASTJSON2, TimeUnit.DAYS);
    assertThat(days.type()).isEqualTo("java.util.concurrent.TimeUnit");
  }

  private static Person person() {
    Person person = new Person("A");
    person.setAge(5);
    person.setColour(Colour.GREEN);
    person.setPrice(new BigDecimal("1.50"));
    Person friend = new Person("B");
    person.setFriend(friend);
    person.setFriends(new ArrayList<>(List.of(friend, new Person("C"), friend)));
    person.setNamed(new HashMap<>(Map.of("x.y", new Person("D"))));
    person.setAny(person);
    return person;
  }

  /**
   * Neither names the class of what is of exactly the declared one; and fastjson2 has a field that
   * is declared as an enum by its constant's number alone.
   */
  @ParameterizedTest
  @EnumSource(names = {"FASTJSON_COUNTED", "FASTJSON2"})
  void anObjectIsItsFields(Serialization in) {
    WireObject person = (WireObject) read(in, person());
    assertThat(person.type()).isEqualTo(Person.class.getName());
    assertThat(person.get("name")).isEqualTo("A");
    assertThat(person.get("age")).isEqualTo(5);
    assertThat(person.get("colour")).isEqualTo(in == FASTJSON2 ? 1 : "GREEN");
    assertThat(person.get("price")).isEqualTo(new BigDecimal("1.50"));
    assertThat(person.get("any")).isSameAs(person);
    Object friend = person.get("friend");
    assertThat(field(friend, "name")).isEqualTo("B");
    List<?> friends = (List<?>) person.get("friends");
    assertThat(friends.get(0)).isSameAs(friend);
    assertThat(friends.get(2)).isSameAs(friend);
    Object named = ((Map<?, ?>) person.get("named")).get("x.y");
    assertThat(field(named, "name")).isEqualTo("D");
  }

  private static Object field(Object object, String name) {
    return object instanceof WireObject typed ? typed.get(name) : ((Map<?, ?>) object).get(name);
  }

  @Test
  void inTheTextItIsAMap() {
    Map<?, ?> person = (Map<?, ?>) read(FASTJSON, person());
    assertThat(person.get("name")).isEqualTo("A");
    assertThat(person.get("any")).isSameAs(person);
    assertThat(((List<?>) person.get("friends")).get(2)).isSameAs(person.get("friend"));
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTJSON", "FASTJSON_COUNTED", "FASTJSON2"})
  void namesOfAllKindsLeadToWhatIsShared(Serialization in) {
    Map<String, Object> shared = new LinkedHashMap<>();
    for (String name :
        List.of(
            "a", "b c", "x.y", "$z", "q'r", "1", "漢", "a[0]", "@q", "s\\t", "u\"v", "w-x", "y_z")) {
      Map<String, Object> one = new HashMap<>(Map.of("in", new HashMap<>(Map.of("k", name))));
      shared.put(name, new ArrayList<>(List.of(one)));
      shared.put(name + " again", new ArrayList<>(List.of(one, one.get("in"))));
    }
    Map<?, ?> read = (Map<?, ?>) read(in, shared);
    for (String name : shared.keySet()) {
      if (!name.endsWith(" again")) {
        Map<?, ?> first = (Map<?, ?>) ((List<?>) read.get(name)).get(0);
        List<?> again = (List<?>) read.get(name + " again");
        assertThat(again.get(0)).isSameAs(first);
        assertThat(again.get(1)).isSameAs(first.get("in"));
        assertThat(((Map<?, ?>) first.get("in")).get("k")).isEqualTo(name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTJSON", "FASTJSON_COUNTED", "FASTJSON2"})
  void whatContainsItselfIsReadAsSuch(Serialization in) {
    List<Object> list = new ArrayList<>();
    Map<String, Object> map = new HashMap<>();
    map.put("itself", map);
    map.put("list", list);
    list.add(list);
    list.add(map);
    List<?> read = (List<?>) read(in, list);
    assertThat(read.get(0) == read).isTrue();
    Map<?, ?> inside = (Map<?, ?>) read.get(1);
    assertThat(inside.get("itself") == inside).isTrue();
    List<?> again = (List<?>) inside.get("list");
    assertThat(again.get(0) == again && again.get(1) == inside).isTrue();
    // fastjson has a map's own lists a second time
    assertThat(again == read).isEqualTo(in == FASTJSON2);
  }

  /** Whose other field fastjson2 writes as the reference, and then as null. */
  @ParameterizedTest
  @EnumSource(names = {"FASTJSON", "FASTJSON2"})
  void objectsThatContainOneAnotherAreReadAsSuch(Serialization in) {
    Person ann = new Person("Ann");
    Person bob = new Person("Bob");
    ann.setFriend(bob);
    bob.setFriend(ann);
    Object read = read(in, ann);
    Map<?, ?> friend = (Map<?, ?>) member(read, "friend");
    assertThat(friend.get("name")).isEqualTo("Bob");
    assertThat(friend.get("friend") == read).isTrue();
  }

  private static Object member(Object object, String name) {
    return object instanceof WireObject wire ? wire.get(name) : ((Map<?, ?>) object).get(name);
  }

  @Test
  void aTimestampIsADateWhereTheZoneIsKnown() {
    Timestamp timestamp = new Timestamp(1123);
    assertThat(read(FASTJSON, timestamp)).isEqualTo(1123);
    assertThat(read(FASTJSON_COUNTED, timestamp)).isEqualTo(new Date(1123));
    assertThat(read(FASTJSON2, timestamp)).isEqualTo(timestamp.toLocalDateTime().toString());
  }

  @Test
  void aLineMayEndAsOnAnyPlatform() {
    ValueReader values =
        FASTJSON.reader(Unpooled.copiedBuffer("1\r\n\"a\"\n", StandardCharsets.UTF_8));
    assertThat(values.read()).isEqualTo(1);
    assertThat(values.read()).isEqualTo("a");
    assertThatThrownBy(values::read).hasMessage("the body ends inside of a line");
  }

  @Test
  void jsonAsOthersWriteItIsReadToo() {
    assertThat(text(" { \"a\" : [ 1 , 2.0 , -3e2 ] , \"b\" : { } , \"c\" : [ ] } "))
        .isEqualTo(
            map("a", List.of(1, 2.0, new BigDecimal("-3e2")), "b", Map.of(), "c", List.of()));
    assertThat(text("\"\\u6f22\\/\\b\\f\\n\\r\\t\\v\\x41\\0\"")).isEqualTo("漢/\b\f\n\r\t\u000bA\0");
    assertThat(text("{\"$ref\":\"other\"}")).isEqualTo(Map.of("$ref", "other"));
    assertThat(text("{\"a\":1,\"@type\":\"x.Y\"}")).isEqualTo(Map.of("a", 1, "@type", "x.Y"));
    assertThat(text("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(text("9223372036854775808")).isEqualTo(BigInteger.ONE.shiftLeft(63));
  }

  private static final List<String> NO_VALUES =
      List.of(
          "",
          " ",
          "{",
          "[",
          "[1",
          "[1,",
          "[1,]",
          "{\"a\"",
          "{\"a\":",
          "{\"a\":1,}",
          "\"",
          "\"a",
          "\"\\",
          "\"\\u12\"",
          "\"\\q\"",
          "nul",
          "tru",
          "1.2.3",
          "--1",
          "1B2",
          "1x",
          "Set",
          "Set{",
          "x'0",
          "x'0g'",
          "x'0'",
          "new Date(",
          "new Date(1.5)",
          "new Date(x)",
          "1 2",
          "{\"$ref\":\"$\"}",
          "[{\"$ref\":\"..\"}]",
          "[{\"$ref\":\"$.a\"}]",
          "[{\"$ref\":\"$[1]\"}]",
          "[{\"$ref\":\"$[0]\"}]",
          "[{\"$ref\":\"$[x]\"}]",
          "[{\"$ref\":\"$x\"}]",
          "{[1]:2}",
          "{{}:2}",
          "{\"@type\":\"a\" 1}",
          "{\"@type\":\"a\",1:2}",
          "99999999999B",
          "'a'",
          "undefined",
          "\u0000");

  @Test
  void whatIsNoValueIsRefused() {
    for (String json : NO_VALUES) {
      assertThatThrownBy(() -> text(json)).as(json).isInstanceOf(DubboCodecException.class);
    }
  }

  private static final List<String> NO_JSONB =
      List.of(
          "",
          "a5",
          "a6",
          "a6 4a61",
          "a6 4a61 01",
          "94 01",
          "95",
          "a4 48 7fffffff",
          "a4 f0",
          "91 48 7fffffff",
          "91 02 01",
          "92 01",
          "92 7f 05",
          "92 4a61 00",
          "92 4a61 af",
          "93 4a24",
          "95 93 4b2e2e 00",
          "95 93 4d245b315d",
          "95 93 4c232d31",
          "95 93 4a78",
          "95 93 01",
          "7f 00",
          "a6 7f 01 01 a5",
          "79 48 7fffffff",
          "79 f0",
          "4b 61",
          "bb 00",
          "bb 3b ff",
          "be 00",
          "a9 07e8 0d 01",
          "a8 07e8 02 1e 00 00 00 00",
          "aa 07e8 02 1d 01 02 03 00 4a78",
          "ae be 7fffffffffffffff 00",
          "b9 00 af",
          "90 af",
          "c0 00",
          "49 49",
          "a6 94 01 a5",
          "a6 93 4a24 01 a5",
          "92 4a61 00 a6 01 01 a5");

  @Test
  void whatIsNoJsonbIsRefused() {
    for (String hex : NO_JSONB) {
      ByteBuf body = Unpooled.buffer();
      CountedItems.write(body, item -> item.writeBytes(unhex(hex)));
      assertThatThrownBy(() -> FASTJSON2.reader(body).read())
          .as(hex)
          .isInstanceOf(DubboCodecException.class);
    }
  }
}
