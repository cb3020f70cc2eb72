package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Page;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.Shapes;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The methods of {@link Shapes} over collections, maps and what else has type arguments. */
final class CollectionProbes {

  private CollectionProbes() {}

  static void addTo(ProbeTable table) {
    words(table);
    numbers(table);
    maps(table);
    users(table);
    optionals(table);
  }

  private static void words(ProbeTable table) {
    List<String> many = Collections.nCopies(10_000, "é🚀");
    table.add("join", service -> service.join(List.of("a", "b")));
    table.add("join of 10000", service -> service.join(new ArrayList<>(many)));
    table.add("join nothing", service -> service.join(new ArrayList<>()));
    table.add("join null", service -> service.join(null));
    table.add("nulls", service -> service.nulls(Arrays.asList("a", null, null)));
    table.add("sameList", service -> service.sameList(ProbeTable.list("a", null, "")));
    table.add(
        "sameList that is linked",
        service -> service.sameList(new LinkedList<>(ProbeTable.list("a"))));
    table.add("sameList of an array", service -> service.sameList(Arrays.asList("a", null)));
    table.add("sameList that is fixed", service -> service.sameList(List.of("a", "b", "c")));
    table.add("sameList of none", service -> service.sameList(Collections.emptyList()));
    table.add("sameList of one", service -> service.sameList(Collections.singletonList("a")));
    table.add("sameList null", service -> service.sameList(null));
  }

  private static void numbers(ProbeTable table) {
    table.add("sum", service -> service.sum(ProbeTable.list(1L, 1L << 40)));
    table.add("sum of none", service -> service.sum(new ArrayList<>()));
    table.add("sum with null", service -> service.sum(ProbeTable.list(1L, null)));
    table.add("sum of others", service -> service.sum(unchecked(ProbeTable.list(1, "2"))));
    table.add(
        "sumExactly",
        service ->
            service.sumExactly(ProbeTable.list(new BigDecimal("1.10"), new BigDecimal("2.0000"))));
    table.add(
        "sumNested",
        service ->
            service.sumNested(
                ProbeTable.list(ProbeTable.list(1L, 2L), ProbeTable.list(), ProbeTable.list(3L))));
  }

  private static void maps(ProbeTable table) {
    Map<String, String> texts = map("a", "1", "b", null);
    table.add("sameMap", service -> service.sameMap(texts));
    table.add("sameMap sorted", service -> service.sameMap(new TreeMap<>(texts)));
    table.add("sameMap that is fixed", service -> service.sameMap(Map.of("a", "1")));
    table.add("sameMap of none", service -> service.sameMap(new LinkedHashMap<>()));
    table.add("sameMap null", service -> service.sameMap(null));
    table.add("sumOfValues", service -> service.sumOfValues(map("a", 1L, "b", 1L << 53)));
    table.add("shifted", service -> service.shifted(map(1L, Role.ADMIN, -5L, Role.GUEST)));
    table.add("shifted nothing", service -> service.shifted(new LinkedHashMap<>()));
    table.add("others", service -> service.others(new HashSet<>(Set.of(Role.GUEST))));
    table.add("others than none", service -> service.others(new HashSet<>()));
  }

  private static void users(ProbeTable table) {
    User ada = SampleUsers.ada();
    User grace = SampleUsers.grace();
    table.add("byCity", service -> service.byCity(ProbeTable.list(ada, grace, ada)));
    table.add("byCity of nobody", service -> service.byCity(new ArrayList<>()));
    table.add(
        "namesByKey",
        service ->
            service.namesByKey(map("x", ProbeTable.list(ada, grace), "", ProbeTable.list())));
    table.add("turned", service -> service.turned(page(ada, grace)));
    table.add("turned around nothing", service -> service.turned(page()));
    table.add("turned without items", service -> service.turned(new Page<>()));
  }

  /** Dubbo 2.6 can't send an Optional: both ways fail. */
  private static void optionals(ProbeTable table) {
    table.add("orElse", service -> service.orElse(Optional.of("a"), "b"));
    table.add("orElse of none", service -> service.orElse(Optional.empty(), "b"));
  }

  private static Page<User> page(User... items) {
    Page<User> page = new Page<>();
    page.setItems(ProbeTable.list(items));
    page.setTotal(items.length);
    return page;
  }

  private static <K, V> Map<K, V> map(K key, V value, K nextKey, V nextValue) {
    Map<K, V> map = new LinkedHashMap<>();
    map.put(key, value);
    map.put(nextKey, nextValue);
    return map;
  }

  @SuppressWarnings("unchecked")
  private static <T> List<T> unchecked(List<?> values) {
    return (List<T>) values;
  }
}
