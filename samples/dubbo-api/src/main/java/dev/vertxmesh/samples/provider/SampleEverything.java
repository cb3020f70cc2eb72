package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Everything;
import dev.vertxmesh.samples.Operation;
import dev.vertxmesh.samples.Page;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.VipUser;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The bean with a field of each kind, its values such that a wrong type or rounding shows. */
public final class SampleEverything {
  private static final long BEYOND_DOUBLE = 9007199254740993L; // 2^53 + 1
  private static final Instant MOMENT = Instant.parse("2026-11-20T10:11:12.345Z");

  private SampleEverything() {}

  /** With every field set. */
  public static Everything full() {
    Everything all = new Everything();
    simple(all);
    boxed(all);
    moments(all);
    arrays(all);
    collections(all);
    beans(all);
    return all;
  }

  /** The names of all fields. */
  public static Set<String> fields() {
    return Fields.of(Everything.class).keySet();
  }

  /**
   * With only this field set.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  public static Everything only(String name) {
    Field field = Fields.of(Everything.class).get(name);
    if (field == null) {
      throw new IllegalArgumentException("no field " + name);
    }
    Everything one = new Everything();
    Fields.copy(field, full(), one);
    return one;
  }

  private static void simple(Everything all) {
    all.setFlag(true);
    all.setTiny((byte) -128);
    all.setSmall((short) 32767);
    all.setNumber(-2147483648);
    all.setBig(BEYOND_DOUBLE);
    all.setSingle(1.5f);
    all.setTwice(0.1);
    all.setLetter('数');
    all.setText("a\u0000\"\uD83D\uDE80");
    all.setPrice(new BigDecimal("1.10"));
    all.setHuge(new BigInteger("123456789012345678901234567890"));
  }

  private static void boxed(Everything all) {
    all.setBoxedFlag(false);
    all.setBoxedTiny((byte) 1);
    all.setBoxedSmall((short) 2);
    all.setBoxedNumber(3);
    all.setBoxedBig(5L); // small enough to be taken for an Integer
    all.setBoxedSingle(0.25f);
    all.setBoxedTwice(2.0); // and this for an Integer, too
    all.setBoxedLetter('x');
  }

  private static void moments(Everything all) {
    all.setDate(Date.from(MOMENT));
    all.setTimestamp(Timestamp.from(MOMENT));
    all.setDay(LocalDate.of(2026, 11, 20));
    all.setTime(LocalTime.of(10, 11, 12));
    all.setMoment(LocalDateTime.of(2026, 11, 20, 10, 11, 12));
    all.setInstant(MOMENT);
    all.setZoned(ZonedDateTime.ofInstant(MOMENT, ZoneId.of("Europe/Vienna")));
    all.setDuration(Duration.ofMinutes(90));
    all.setUuid(UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
    all.setLocale(new Locale.Builder().setLanguage("de").setRegion("AT").build());
  }

  private static void arrays(Everything all) {
    all.setBytes(new byte[] {1, 2, -1});
    all.setLetters(new char[] {'a', '数'});
    all.setNumbers(new int[] {3, 1});
    all.setLongs(new long[] {1, BEYOND_DOUBLE});
    all.setWords(new String[] {"a", null});
    all.setGrid(new int[][] {{1, 2}, {3}});
    all.setUsers(new User[] {SampleUsers.plain(7, "Ann")});
  }

  private static void collections(Everything all) {
    all.setNames(list("a", null, "b"));
    all.setIds(list(1L, BEYOND_DOUBLE));
    all.setPrices(list(new BigDecimal("1.10"), new BigDecimal("2")));
    all.setPeople(list(SampleUsers.plain(7, "Ann"), vip()));
    all.setRoles(new HashSet<>(Set.of(Role.ADMIN)));
    all.setCounts(map("a", 1L));
    all.setRoleById(map(1L, Role.ADMIN));
    all.setPerRole(map(Role.GUEST, 4));
    all.setGroups(map("x", list(SampleUsers.plain(7, "Ann"))));
  }

  private static void beans(Everything all) {
    all.setRole(Role.MEMBER);
    all.setOperation(Operation.TIMES);
    all.setUser(vip());
    Page<User> page = new Page<>();
    page.setItems(list(SampleUsers.plain(7, "Ann")));
    page.setTotal(1);
    all.setPage(page);
    all.setAnything(list(1, "a", map("k", true)));
  }

  @SafeVarargs
  private static <T> List<T> list(T... values) {
    List<T> list = new ArrayList<>();
    for (T value : values) {
      list.add(value);
    }
    return list;
  }

  private static <K, V> Map<K, V> map(K key, V value) {
    Map<K, V> map = new LinkedHashMap<>();
    map.put(key, value);
    return map;
  }

  private static VipUser vip() {
    VipUser vip = new VipUser();
    vip.setId(8);
    vip.setName("Bob");
    vip.setLevel(2);
    return vip;
  }
}
