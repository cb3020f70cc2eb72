package dev.vertxmesh.access.outside;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which attachments and headers of callers go on to a provider: all that don't steer, or if there's
 * a list, what that has. What steers goes on only if the list has it by its whole name. Immutable.
 */
public final class AllowedNames {

  /** No list: all goes on but what steers. */
  public static final AllowedNames ALL = new AllowedNames(List.of());

  private static final String STAR = "*";
  private static final int LONGEST = 256;

  private final boolean isList;
  private final Set<String> names;
  private final String[] beginnings;

  /**
   * @param patterns names, or what they begin with and a star; none for no list
   * @throws IllegalArgumentException as {@link #check}
   */
  public AllowedNames(List<String> patterns) {
    isList = !patterns.isEmpty();
    List<String> lower = patterns.stream().map(AllowedNames::check).toList();
    names = lower.stream().filter(one -> !one.endsWith(STAR)).collect(Collectors.toSet());
    beginnings =
        lower.stream()
            .filter(one -> one.endsWith(STAR))
            .map(one -> one.substring(0, one.length() - 1))
            .toArray(String[]::new);
  }

  /**
   * One of a list, in lower case.
   *
   * @throws IllegalArgumentException saying what was expected
   */
  public static String check(String pattern) {
    String lower = pattern.toLowerCase(Locale.ROOT);
    int star = lower.indexOf('*');
    boolean isName = lower.chars().allMatch(c -> c > ' ' && c < 127 && c != ',');
    if (lower.isEmpty()
        || lower.length() > LONGEST
        || !isName
        || star >= 0 && star < lower.length() - 1) {
      throw new IllegalArgumentException(
          "a name of visible ASCII, such as dubbo.tag, or what names begin with and a star, such as"
              + " x-trace-*");
    } else if (SteeringNames.isOfTheTarget(lower)) {
      throw new IllegalArgumentException(
          "other names than path, interface, group, version and generic, which are the target's");
    }
    return lower;
  }

  /** Whether it has this by its whole name; in lower case. */
  boolean names(String name) {
    return names.contains(name);
  }

  /** Whether what doesn't steer goes on; in lower case. */
  boolean passes(String name) {
    if (!isList || names.contains(name)) {
      return true;
    }
    for (String beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
