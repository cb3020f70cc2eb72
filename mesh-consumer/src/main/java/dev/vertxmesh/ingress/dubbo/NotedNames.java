package dev.vertxmesh.ingress.dubbo;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Attachments that rules of either kind look at. Nothing is made while both have the same sets as
 * before. Belongs to one event loop.
 */
final class NotedNames implements Supplier<Set<String>> {

  private final Supplier<Set<String>> one;
  private final Supplier<Set<String>> other;
  private Set<String> ofOne = Set.of();
  private Set<String> ofOther = Set.of();
  private Set<String> both = Set.of();

  /** Each has another set once its names are others. */
  NotedNames(Supplier<Set<String>> one, Supplier<Set<String>> other) {
    this.one = one;
    this.other = other;
  }

  @Override
  public Set<String> get() {
    Set<String> nowOne = one.get();
    Set<String> nowOther = other.get();
    if (nowOne != ofOne || nowOther != ofOther) {
      ofOne = nowOne;
      ofOther = nowOther;
      Set<String> all = new HashSet<>(nowOne);
      all.addAll(nowOther);
      both = Set.copyOf(all);
    }
    return both;
  }
}
