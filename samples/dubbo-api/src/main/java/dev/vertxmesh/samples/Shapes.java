package dev.vertxmesh.samples;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Methods over arrays, collections and beans. The {@code kinds…} tell the Java class of each value
 * they were given, whatever the signature says; the others compute, and fail over a wrong one.
 */
public interface Shapes {
  byte[] reverse(byte[] bytes);

  int[] sorted(int[] numbers);

  String[] upper(String[] words);

  long[] doubled(long[] numbers);

  double[] halves(double[] numbers);

  boolean[] not(boolean[] flags);

  Long[] successors(Long[] numbers);

  int[][] transposed(int[][] grid);

  String[][] transposedWords(String[][] grid);

  /** Their names; fails if an element isn't a User. */
  String[] namesOf(User[] users);

  Role[] nextRoles(Role[] roles);

  /** Varargs: 0 for none. */
  int total(int... numbers);

  /** Varargs after another argument. */
  String joined(String separator, String... parts);

  /** Joins with commas; fails if an element isn't a String, whatever the list says. */
  String join(List<String> words);

  /** Adds up; fails if an element isn't a Long, whatever the list says. */
  long sum(List<Long> numbers);

  /** Adds up with the largest scale; fails if an element isn't a BigDecimal. */
  BigDecimal sumExactly(List<BigDecimal> numbers);

  long sumNested(List<List<Long>> numbers);

  /** How many elements are null. */
  int nulls(List<String> words);

  /** The list as it came, nulls included. */
  List<String> sameList(List<String> words);

  /** The map as it came, null values included. */
  Map<String, String> sameMap(Map<String, String> texts);

  /** Fails if a value isn't a Long. */
  long sumOfValues(Map<String, Long> counts);

  /** Each key plus one and the role after it; fails over a key that isn't a Long. */
  Map<Long, Role> shifted(Map<Long, Role> roles);

  /** All other roles. */
  Set<Role> others(Set<Role> roles);

  /** Users by their city, those without one under {@code "nowhere"}. */
  Map<String, List<User>> byCity(List<User> users);

  /** Each key with its users' names; fails if an element isn't a User. */
  Map<String, String> namesByKey(Map<String, List<User>> groups);

  /** The page with its items in reverse; fails if an item isn't a User. */
  Page<User> turned(Page<User> page);

  /** The value or the other one. */
  String orElse(Optional<String> value, String other);

  /** The kinds in this value: {@code "ArrayList[Long 1, String \"a\"]"}. */
  String kinds(Object value);

  String kindsOfList(List<Long> values);

  String kindsOfMap(Map<Long, Role> values);

  String kindsOfGroups(Map<String, List<User>> groups);

  String kindsOfUser(User user);

  /** The kinds of those fields that aren't null, false or zero. */
  String kindsOfEverything(Everything everything);

  Object sameObject(Object value);

  /** The entry of that key. */
  Object pick(Map<String, Object> map, String key);

  Everything sameEverything(Everything everything);

  /** With only this field set, so that one field that Dubbo can't carry doesn't hide the others. */
  Everything only(String field);

  /** With every field set. */
  Everything everything();
}
