package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many classes a value of a type may have in it. Code that looks at a type later goes from
 * class to class by calling itself, as deep as there are classes: of those that have too many
 * nothing is said.
 */
final class Reach {

  /** Each takes about 2 kB of a thread's stack. */
  static final int MOST = 150;

  /** Of types in one another, the deepest field of each class: each takes about half as much. */
  static final int DEEPEST = 2 * MOST;

  private final Map<String, Set<String>> next = new HashMap<>();
  private final Map<String, Integer> deepest = new HashMap<>();
  private final Map<String, Boolean> wide = new HashMap<>();

  Reach(Map<String, ApiClass> classes) {
    classes.forEach(
        (name, one) -> {
          Set<String> used = new HashSet<>();
          one.fields().forEach(field -> collect(field.type(), used));
          used.retainAll(classes.keySet());
          next.put(name, used);
          deepest.put(
              name, one.fields().stream().mapToInt(field -> depth(field.type())).max().orElse(0));
        });
  }

  boolean isWide(JavaType type) {
    return named(type).stream().anyMatch(name -> wide.computeIfAbsent(name, this::isWide));
  }

  private boolean isWide(String name) {
    Set<String> used = from(Set.of(name));
    return used.size() > MOST
        || used.stream().mapToInt(one -> deepest.getOrDefault(one, 0)).sum() > DEEPEST;
  }

  /** The classes that a value of these may have in it; of too many some. */
  Set<String> from(Set<String> names) {
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(names);
    while (!open.isEmpty() && seen.size() <= MOST) {
      String name = open.remove();
      if (seen.add(name)) {
        open.addAll(next.getOrDefault(name, Set.of()));
      }
    }
    return seen;
  }

  /** All names in a type. */
  static Set<String> named(JavaType type) {
    Set<String> used = new HashSet<>();
    collect(type, used);
    return used;
  }

  private static void collect(JavaType type, Set<String> used) {
    if (type instanceof JavaType.Array array) {
      collect(array.element(), used);
    } else if (type instanceof JavaType.Named named) {
      used.add(named.name());
      named.arguments().forEach(argument -> collect(argument, used));
    }
  }

  /** How many types are in one another. */
  private static int depth(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return 1 + depth(array.element());
    }
    return type instanceof JavaType.Named named
        ? 1 + named.arguments().stream().mapToInt(Reach::depth).max().orElse(0)
        : 1;
  }
}
