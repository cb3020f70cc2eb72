package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Everything;
import dev.vertxmesh.samples.Page;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.Shapes;
import dev.vertxmesh.samples.User;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The methods over arrays, collections and beans; each call is counted. The loops name their
 * elements' classes, as it is their casts that notice a wrong one.
 */
abstract class CountedShapes extends CountedValues implements Shapes {
  CountedShapes(CallCount calls) {
    super(calls);
  }

  @Override
  public byte[] reverse(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return counted(reversed);
  }

  @Override
  public int[] sorted(int[] numbers) {
    int[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return counted(sorted);
  }

  @Override
  public String[] upper(String[] words) {
    return counted(
        Arrays.stream(words).map(word -> word.toUpperCase(Locale.ROOT)).toArray(String[]::new));
  }

  @Override
  public long[] doubled(long[] numbers) {
    return counted(Arrays.stream(numbers).map(number -> 2 * number).toArray());
  }

  @Override
  public double[] halves(double[] numbers) {
    return counted(Arrays.stream(numbers).map(number -> number / 2).toArray());
  }

  @Override
  public boolean[] not(boolean[] flags) {
    boolean[] not = new boolean[flags.length];
    for (int i = 0; i < flags.length; i++) {
      not[i] = !flags[i];
    }
    return counted(not);
  }

  @Override
  public Long[] successors(Long[] numbers) {
    return counted(
        Arrays.stream(numbers)
            .map(number -> number == null ? null : number + 1)
            .toArray(Long[]::new));
  }

  @Override
  public int[][] transposed(int[][] grid) {
    return counted(
        IntStream.range(0, grid[0].length)
            .mapToObj(column -> Arrays.stream(grid).mapToInt(row -> row[column]).toArray())
            .toArray(int[][]::new));
  }

  @Override
  public String[][] transposedWords(String[][] grid) {
    return counted(
        IntStream.range(0, grid[0].length)
            .mapToObj(column -> Arrays.stream(grid).map(row -> row[column]).toArray(String[]::new))
            .toArray(String[][]::new));
  }

  @Override
  public String[] namesOf(User[] users) {
    return counted(Arrays.stream(users).map(User::getName).toArray(String[]::new));
  }

  @Override
  public Role[] nextRoles(Role[] roles) {
    return counted(Arrays.stream(roles).map(CountedValues::after).toArray(Role[]::new));
  }

  @Override
  public int total(int... numbers) {
    return counted(Arrays.stream(numbers).sum());
  }

  @Override
  public String joined(String separator, String... parts) {
    return counted(String.join(separator, parts));
  }

  @Override
  public String join(List<String> words) {
    StringBuilder joined = new StringBuilder();
    for (String word : words) {
      joined.append(joined.isEmpty() ? "" : ",").append(word);
    }
    return counted(joined.toString());
  }

  @Override
  public long sum(List<Long> numbers) {
    return counted(added(numbers));
  }

  private static long added(Iterable<Long> numbers) {
    long sum = 0;
    for (Long number : numbers) {
      sum += number;
    }
    return sum;
  }

  @Override
  public BigDecimal sumExactly(List<BigDecimal> numbers) {
    BigDecimal sum = BigDecimal.ZERO;
    for (BigDecimal number : numbers) {
      sum = sum.add(number);
    }
    return counted(sum);
  }

  @Override
  public long sumNested(List<List<Long>> numbers) {
    long sum = 0;
    for (List<Long> each : numbers) {
      sum += added(each);
    }
    return counted(sum);
  }

  @Override
  public int nulls(List<String> words) {
    return counted(Collections.frequency(words, null));
  }

  @Override
  public List<String> sameList(List<String> words) {
    return counted(words);
  }

  @Override
  public Map<String, String> sameMap(Map<String, String> texts) {
    return counted(texts);
  }

  @Override
  public long sumOfValues(Map<String, Long> counts) {
    return counted(added(counts.values()));
  }

  @Override
  public Map<Long, Role> shifted(Map<Long, Role> roles) {
    Map<Long, Role> shifted = new LinkedHashMap<>();
    for (Map.Entry<Long, Role> entry : roles.entrySet()) {
      shifted.put(entry.getKey() + 1, after(entry.getValue()));
    }
    return counted(shifted);
  }

  @Override
  public Set<Role> others(Set<Role> roles) {
    Set<Role> others = EnumSet.allOf(Role.class);
    for (Role role : roles) {
      others.remove(role);
    }
    return counted(new HashSet<>(others)); // an EnumSet is more than Dubbo 2.6 can send
  }

  @Override
  public Map<String, List<User>> byCity(List<User> users) {
    Map<String, List<User>> byCity = new LinkedHashMap<>();
    for (User user : users) {
      String city = user.getAddress() == null ? "nowhere" : user.getAddress().getCity();
      byCity.computeIfAbsent(city, each -> new ArrayList<>()).add(user);
    }
    return counted(byCity);
  }

  @Override
  public Map<String, String> namesByKey(Map<String, List<User>> groups) {
    Map<String, String> names = new LinkedHashMap<>();
    for (Map.Entry<String, List<User>> entry : groups.entrySet()) {
      List<String> each = new ArrayList<>();
      for (User user : entry.getValue()) {
        each.add(user.getName());
      }
      names.put(entry.getKey(), String.join(",", each));
    }
    return counted(names);
  }

  @Override
  public Page<User> turned(Page<User> page) {
    List<User> items = new ArrayList<>();
    for (User user : page.getItems()) {
      items.add(0, user);
    }
    Page<User> turned = new Page<>();
    turned.setItems(items);
    turned.setTotal(page.getTotal());
    return counted(turned);
  }

  @Override
  public String orElse(Optional<String> value, String other) {
    return counted(value.orElse(other));
  }

  @Override
  public String kinds(Object value) {
    return counted(Kinds.of(value));
  }

  @Override
  public String kindsOfList(List<Long> values) {
    return counted(Kinds.of(values));
  }

  @Override
  public String kindsOfMap(Map<Long, Role> values) {
    return counted(Kinds.of(values));
  }

  @Override
  public String kindsOfGroups(Map<String, List<User>> groups) {
    return counted(Kinds.of(groups));
  }

  @Override
  public String kindsOfUser(User user) {
    return counted(Kinds.of(user));
  }

  @Override
  public String kindsOfEverything(Everything everything) {
    return counted(Kinds.of(everything));
  }

  @Override
  public Object sameObject(Object value) {
    return counted(value);
  }

  @Override
  public Object pick(Map<String, Object> map, String key) {
    return counted(map.get(key));
  }

  @Override
  public Everything sameEverything(Everything everything) {
    return counted(everything);
  }

  @Override
  public Everything only(String field) {
    return counted(SampleEverything.only(field));
  }

  @Override
  public Everything everything() {
    return counted(SampleEverything.full());
  }
}
