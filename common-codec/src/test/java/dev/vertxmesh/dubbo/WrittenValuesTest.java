package dev.vertxmesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.PeerTypes.Colour;
import dev.vertxmesh.dubbo.PeerTypes.Person;
import dev.vertxmesh.dubbo.PeerTypes.Tally;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.TypedJson;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What we write, as the real libraries read it into a parameter's declared type. */
class WrittenValuesTest {

  private static final LocalDateTime TIME = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4);

  private static Stream<Object> ofDeclaredType() {
    Stream<Object> simple =
        Stream.of(
            true,
            (byte) -1,
            (short) 300,
            5,
            -70_000,
            Integer.MIN_VALUE,
            5L,
            -300L,
            1L << 17,
            1L << 30,
            Long.MIN_VALUE,
            1.1f,
            3f,
            0.0,
            1.0,
            -0.0,
            2.5,
            3e9,
            Double.MAX_VALUE,
            'x',
            '漢',
            "",
            "é",
            "a\"\\\n\u2028漢\ud83d\ude00",
            "x".repeat(47),
            "x".repeat(48),
            "é".repeat(3000),
            "漢".repeat(70_000),
            new byte[] {1, -1},
            new byte[5000],
            new Date(1_700_000_000_123L),
            new BigInteger("12345678901234567890123"),
            BigInteger.TEN,
            new BigDecimal("1.50"),
            new BigDecimal("10"),
            new BigDecimal("-1234567890123.456"),
            new BigDecimal("123456789012345678901234567890.12345"));
    Stream<Object> times =
        Stream.of(
            TIME.toLocalDate(),
            TIME.toLocalTime(),
            LocalTime.of(1, 2),
            TIME,
            TIME.withSecond(0).withNano(0),
            Instant.ofEpochSecond(1_700_000_000, 5),
            TIME.atZone(ZoneId.of("Europe/Paris")),
            TIME.atOffset(ZoneOffset.ofHours(2)),
            Duration.ofMillis(1500));
    Stream<Object> containers =
        Stream.of(
            new ArrayList<>(List.of(1, "a", true)),
            new ArrayList<>(Arrays.asList("a", null)),
            new LinkedHashSet<>(List.of(1, 2)),
            new TreeSet<>(List.of(2, 1)),
            new LinkedHashMap<>(Map.of("k", List.of(1))),
            new Object[] {1, "a", null},
            new String[] {"a", null},
            new int[] {1, 2},
            new long[] {1, 1L << 40},
            new short[] {1},
            new boolean[] {true},
            new float[] {1.5f},
            new double[] {1.5},
            new char[] {'a', '漢'},
            new Integer[] {1},
            new Long[] {1L},
            new int[][] {{1}, {2}},
            new String[][] {{"a"}},
            new BigDecimal[] {BigDecimal.ONE},
            new BigInteger[] {BigInteger.ONE},
            new Double[] {1.5},
            new Boolean[] {true},
            new ArrayList<>(Collections.nCopies(3000, 7)));
    return Stream.of(simple, times, containers).flatMap(each -> each);
  }

  private static Object read(Serialization in, Object value, Class<?> as) throws Exception {
    ByteBuf out = Unpooled.buffer();
    in.writer(out).write(value);
    return DubboPeer.input(in, out).readObject(as);
  }

  private static Class<?> declared(Object value) {
    return value instanceof List
        ? List.class
        : value instanceof LinkedHashSet
            ? Set.class
            : value instanceof Map ? Map.class : value.getClass();
  }

  @ParameterizedTest
  @EnumSource
  void arriveAsTheyWere(Serialization in) throws Exception {
    for (Object value : ofDeclaredType().toList()) {
      assertThat(read(in, value, declared(value))).as("%s", value).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anObjectArrives(Serialization in) throws Exception {
    Person person = (Person) read(in, person(), Person.class);
    assertThat(person.getName()).isEqualTo("A 漢");
    assertThat(person.getAge()).isEqualTo(5);
    assertThat(person.getColour()).isSameAs(Colour.GREEN);
    assertThat(person.getPrice()).isEqualTo("1.50");
    assertThat(person.getFriend().getName()).isEqualTo("B");
    assertThat(person.getFriends()).extracting(Person::getName).containsExactly("C", "D");
    assertThat(person.getFriends().get(1).getAge()).isEqualTo(6);
    assertThat(person.getNamed().get("e").getName()).isEqualTo("E");
  }

  private static WireObject person() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", "A 漢");
    fields.put("age", 5);
    fields.put("colour", WireObject.constant(Colour.class.getName(), "GREEN"));
    fields.put("price", new BigDecimal("1.50"));
    fields.put("friend", named("B"));
    fields.put(
        "friends",
        List.of(
            named("C"),
            WireObject.of(Person.class.getName(), new String[] {"age", "name"}, 6, "D")));
    fields.put("named", Map.of("e", named("E")));
    return WireObject.of(Person.class.getName(), fields);
  }

  private static WireObject named(String name) {
    return WireObject.of(Person.class.getName(), new String[] {"name"}, name);
  }

  @ParameterizedTest
  @EnumSource
  void anEnumsConstantArrives(Serialization in) throws Exception {
    WireObject red = WireObject.constant(Colour.class.getName(), "RED");
    assertThat(read(in, red, Colour.class)).isSameAs(Colour.RED);
    Object[] colours = (Object[]) read(in, List.of(red, red), Colour[].class);
    assertThat(colours).containsExactly(Colour.RED, Colour.RED);
  }

  @ParameterizedTest
  @EnumSource(names = {"HESSIAN2", "FASTJSON2"})
  void mostNeedNoDeclaredType(Serialization in) throws Exception {
    boolean hessian = in == Serialization.HESSIAN2;
    for (Object value : ofDeclaredType().toList()) {
      Object expected = value;
      if (hessian && (value instanceof Byte || value instanceof Short)) {
        expected = ((Number) value).intValue();
      } else if (hessian && value instanceof Float real) {
        expected = Double.valueOf(real.toString());
      } else if (hessian && value instanceof Character) {
        expected = value.toString();
      } else if (hessian && value instanceof char[] chars) {
        expected = new String(chars);
      } else if (!hessian && value instanceof Duration) {
        expected = value.toString();
      }
      Object arrived = read(in, value, Object.class);
      if (!hessian && value instanceof OffsetDateTime time) {
        assertThat(arrived).isEqualTo(time.toZonedDateTime());
      } else {
        assertThat(arrived).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void numbersThatAreNoneArrive(Serialization in) throws Exception {
    assertThat(read(in, Double.NaN, Double.class)).isEqualTo(Double.NaN);
    assertThat(read(in, Double.NEGATIVE_INFINITY, Double.class))
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** hessian2 has one definition for a class's name; two objects may have other fields. */
  @ParameterizedTest
  @EnumSource
  void whatIsWrittenOneAfterTheOtherIsNumberedThrough(Serialization in) throws Exception {
    ByteBuf out = Unpooled.buffer();
    ValueWriter writer = in.writer(out);
    writer.write(person());
    writer.write(LocalDate.of(2024, 2, 29));
    writer.write("between");
    writer.write(person());
    writer.write(TIME);
    var input = DubboPeer.input(in, out);
    assertThat(input.readObject(Person.class).getFriends().get(1).getName()).isEqualTo("D");
    assertThat(input.readObject(LocalDate.class)).isEqualTo("2024-02-29");
    assertThat(input.readUTF()).isEqualTo("between");
    assertThat(input.readObject(Person.class).getFriends().get(1).getAge()).isEqualTo(6);
    assertThat(input.readObject(LocalDateTime.class)).isEqualTo(TIME);
  }

  @ParameterizedTest
  @EnumSource
  void anObjectThatIsNeededTwiceArrives(Serialization in) throws Exception {
    WireObject twice = named("T");
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("friends", List.of(twice, twice));
    Person person = (Person) read(in, WireObject.of(Person.class.getName(), fields), Person.class);
    assertThat(person.getFriends()).extracting(Person::getName).containsExactly("T", "T");
  }

  @ParameterizedTest
  @EnumSource(names = {"FASTJSON", "FASTJSON_COUNTED", "FASTJSON2"})
  void noKeyOfACallersNamesAClassToTheProvider(Serialization in) {
    for (String key : List.of("@type", "$ref")) {
      assertThatThrownBy(() -> in.writer(Unpooled.buffer()).write(List.of(Map.of(key, "x"))))
          .isInstanceOf(DubboCodecException.class)
          .hasMessageContaining("a map's key " + key);
    }
  }

  @Test
  void whatTellsItsTypeArrivesWhereOnlyTheClassOfTheWholeIsKnown() throws Exception {
    List<Object> values =
        Arrays.asList(
            1,
            2L,
            (short) 3,
            (byte) 4,
            1.5f,
            2.0,
            new BigDecimal("1.10"),
            new BigDecimal("2"),
            new Date(-5),
            null,
            "a");
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("all", values);
    map.put("none", null);
    assertThat(read(Serialization.FASTJSON, new TypedJson(values), List.class)).isEqualTo(values);
    assertThat(read(Serialization.FASTJSON, new TypedJson(map), Map.class)).isEqualTo(map);
    assertThat(read(Serialization.FASTJSON, new TypedJson(2.0), Object.class)).isEqualTo(2.0);
    byte[] bytes = {1, -1};
    assertThat(read(Serialization.FASTJSON, new TypedJson(bytes), Object.class)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @EnumSource
  void anEnumsConstantArrivesAsAMapsKey(Serialization in) throws Exception {
    WireObject red = WireObject.constant(Colour.class.getName(), "RED");
    WireObject tally =
        WireObject.of(Tally.class.getName(), new String[] {"counts"}, Map.of(red, 4));
    assertThat(((Tally) read(in, tally, Tally.class)).getCounts()).isEqualTo(Map.of(Colour.RED, 4));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoneOfTheseIsRefused(Serialization in) {
    ValueWriter writer = in.writer(Unpooled.buffer());
    assertThatThrownBy(() -> writer.write(Thread.currentThread()))
        .isInstanceOf(DubboCodecException.class);
  }

  @ParameterizedTest
  @EnumSource
  void nestingHasALimitHereToo(Serialization in) {
    List<Object> nested = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      nested = new ArrayList<>(List.of(nested));
    }
    List<Object> deep = nested;
    assertThatThrownBy(() -> in.writer(Unpooled.buffer()).write(deep))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageContaining("more than 512 deep");
  }
}
