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
 * How many classes a value of a type may have in it. Whoever looks at a type later goes from class
 * to class by calling itself, as deep as there are classes: of those that have too many nothing is
 * said.
 */
final class Reach {

  /** Each takes about 2 kB of a thread's stack. */
  static final int MOST = 150;

  private final Map<String, Set<String>> next = new HashMap<>();
  private final Map<String, Boolean> wide = new HashMap<>();

  Reach(Map<String, ApiClass> classes) {
    classes.forEach(
        (name, one) -> {
          Set<String> used = new HashSet<>();
          one.fields().forEach(field -> collect(field.type(), used));
          used.retainAll(classes.keySet());
          next.put(name, used);
        });
  }

  boolean isWide(JavaType type) {
    Set<String> used = new HashSet<>();
    collect(type, used);
    return used.stream()
        .anyMatch(name -> wide.computeIfAbsent(name, one -> from(Set.of(one)).size() > MOST));
  }

  /** The classes that a value of the type may have in it; of too many some. */
  Set<String> from(JavaType type) {
    Set<String> used = new HashSet<>();
    collect(type, used);
    return from(used);
  }

  private Set<String> from(Set<String> names) {
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

  private static void collect(JavaType type, Set<String> used) {
    if (type instanceof JavaType.Array array) {
      collect(array.element(), used);
    } else if (type instanceof JavaType.Named named) {
      used.add(named.name());
      named.arguments().forEach(argument -> collect(argument, used));
    }
  }
}
