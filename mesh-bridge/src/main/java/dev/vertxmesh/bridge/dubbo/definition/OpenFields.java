package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Fields of which nothing is known but their names, in all that a parameter may have in it. Each
 * method has them for itself, so that there's a bound to how many one may have.
 */
final class OpenFields {

  /** Of a method. */
  static final int MOST = 250;

  private final Reach reach;
  private final Map<String, Set<String>> ofClasses;
  private final Map<String, Set<String>> below = new HashMap<>();

  /**
   * @param ofClasses such fields of the classes themselves
   */
  OpenFields(Reach reach, Map<String, Set<String>> ofClasses) {
    this.reach = reach;
    this.ofClasses = ofClasses;
  }

  /** Their names, or more than {@link #MOST} of them if there are too many. */
  Set<String> of(List<JavaType> types) {
    Set<String> names = new HashSet<>();
    for (JavaType type : types) {
      for (String used : Reach.named(type)) {
        names.addAll(below.computeIfAbsent(used, this::below));
        if (names.size() > MOST) {
          return names;
        }
      }
    }
    return names;
  }

  private Set<String> below(String name) {
    Set<String> names = new HashSet<>();
    for (String one : reach.from(Set.of(name))) {
      for (String field : ofClasses.getOrDefault(one, Set.of())) {
        if (names.size() > MOST) {
          return Set.copyOf(names);
        }
        names.add(field);
      }
    }
    return Set.copyOf(names);
  }
}
