package dev.vertxmesh.bridge.dubbo.api;

import java.util.HashMap;
import java.util.Map;

/**
 * How many classes are above a class. Who looks for something in them goes up by calling himself,
 * so many times.
 */
final class Ancestry {

  /** A few times what libraries with the deepest hierarchies have. */
  static final int DEEPEST = 100;

  private final Map<String, ApiClass> classes;
  private final Map<String, Integer> heights = new HashMap<>();

  Ancestry(Map<String, ApiClass> classes) {
    this.classes = classes;
  }

  /** False if there are more than {@link #DEEPEST} above each other, or some above themselves. */
  boolean isBounded(String name) {
    return height(name, 0) <= DEEPEST;
  }

  /** Looks at each class once, however many ways lead to it. */
  private int height(String name, int below) {
    ApiClass known = classes.get(name);
    Integer seen = heights.get(name);
    if (known == null || seen != null) {
      return seen == null ? 0 : seen;
    } else if (below > DEEPEST) {
      return DEEPEST + 1;
    }
    int height = 0;
    for (JavaType.Named parent : known.parents()) {
      height = Math.max(height, 1 + height(parent.name(), below + 1));
    }
    heights.put(name, height);
    return height;
  }
}
