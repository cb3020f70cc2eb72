package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Everything;
import dev.vertxmesh.samples.Operation;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.Shapes;
import dev.vertxmesh.samples.provider.SampleEverything;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** The methods of {@link Shapes} over any value at all, and over the bean with all kinds. */
final class KindProbes {

  private KindProbes() {}

  static void addTo(ProbeTable table) {
    objects().forEach((name, value) -> objectProbes(table, name, value));
    declared(table);
    picks(table);
    everything(table);
  }

  private static Map<String, Object> objects() {
    Map<String, Object> objects = new LinkedHashMap<>();
    for (Object simple : List.of(true, (byte) 1, (short) 2, 3, 4L, 1.5f, 2.5, 'c', "text")) {
      objects.put(simple.getClass().getSimpleName(), simple);
    }
    objects.put("null", null);
    objects.put("BigDecimal", new BigDecimal("1.10"));
    objects.put("BigInteger", BigInteger.TEN.pow(30));
    objects.put("Date", new Date(1_000));
    objects.put("LocalDate", LocalDate.of(2024, 2, 29));
    objects.put("UUID", new UUID(1, 2));
    objects.put("enum", Role.ADMIN);
    objects.put("enum with a body", Operation.TIMES);
    objects.put("bean", SampleUsers.grace());
    objects.put("list", new ArrayList<>(Arrays.asList(1, 2L, "a", null, SampleUsers.ada())));
    objects.put("set", new TreeSet<>(Set.of("b", "a")));
    objects.put("deque", new ArrayDeque<>(List.of(1, 2)));
    objects.put("map", new LinkedHashMap<>(Map.of(1L, new ArrayList<>(List.of('a')))));
    objects.put("byte[]", new byte[] {1, -1});
    objects.put("int[]", new int[] {1, -1});
    objects.put("Object[]", new Object[] {1, "a", null});
    objects.put("String[][]", new String[][] {{"a"}, {}});
    return objects;
  }

  private static void objectProbes(ProbeTable table, String name, Object value) {
    table.add("kinds " + name, service -> service.kinds(value));
    table.add("sameObject " + name, service -> service.sameObject(value));
  }

  private static void declared(ProbeTable table) {
    List<Long> longs = new ArrayList<>(Arrays.asList(1L, null, 1L << 53));
    Map<Long, Role> roles = new LinkedHashMap<>(Map.of(1L, Role.ADMIN));
    table.add("kindsOfList", service -> service.kindsOfList(longs));
    table.add("kindsOfMap", service -> service.kindsOfMap(roles));
    table.add(
        "kindsOfGroups",
        service ->
            service.kindsOfGroups(
                new LinkedHashMap<>(Map.of("x", new ArrayList<>(List.of(SampleUsers.grace()))))));
    table.add("kindsOfUser", service -> service.kindsOfUser(SampleUsers.ada()));
    table.add("kindsOfUser that is a VIP", service -> service.kindsOfUser(SampleUsers.grace()));
    table.add("kindsOfUser null", service -> service.kindsOfUser(null));
  }

  private static void picks(ProbeTable table) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bean", SampleUsers.ada());
    map.put("long", 5L);
    map.put("null", null);
    for (String key : List.of("bean", "long", "null", "other")) {
      table.add("pick " + key, service -> service.pick(map, key));
    }
  }

  private static void everything(ProbeTable table) {
    for (String field : SampleEverything.fields()) {
      Everything one = SampleEverything.only(field);
      table.add("only " + field, service -> service.only(field));
      table.add("kindsOfEverything with " + field, service -> service.kindsOfEverything(one));
      table.add("sameEverything with " + field, service -> service.sameEverything(one));
    }
    table.add("only nonsense", service -> service.only("nonsense"));
    table.add("everything", Shapes::everything);
    table.add("kindsOfEverything", service -> service.kindsOfEverything(SampleEverything.full()));
    table.add("sameEverything", service -> service.sameEverything(SampleEverything.full()));
    table.add("sameEverything of nothing", service -> service.sameEverything(new Everything()));
  }
}
