package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which methods may run twice without harm, as somebody has declared: {@code INTERFACE#METHOD},
 * where either may hold {@code *} for any characters.
 */
public final class Idempotence {

  /** How a declaration is written, for a person who wrote one wrong. */
  public static final String SYNTAX = "INTERFACE#METHOD";

  private static final Pattern DECLARATION = Pattern.compile("[^#\\s]+#[^#\\s]+");

  /** Callers choose the names that are asked for: these two bound what is remembered of them. */
  private static final int MOST_REMEMBERED = 1_000;

  /** Characters of a service's and a method's name together; a longer one isn't declared. */
  private static final int LONGEST = 1_000;

  private final List<String> declared;
  private final Map<String, Boolean> remembered = new HashMap<>();

  /**
   * @throws IllegalArgumentException naming the declaration that can't be read
   */
  public Idempotence(List<String> declarations) {
    this.declared = declarations.stream().map(Idempotence::checked).toList();
  }

  /** Whether the method is declared to be idempotent. Remembers the answer: for one event loop. */
  public boolean isIdempotent(Target target) {
    String service = target.service().interfaceName();
    if (declared.isEmpty() || service.length() + target.method().length() > LONGEST) {
      return false;
    }
    String name = service + "#" + target.method();
    Boolean known = remembered.get(name);
    if (known == null) {
      known = declared.stream().anyMatch(pattern -> matches(pattern, name));
      if (remembered.size() < MOST_REMEMBERED) {
        remembered.put(name, known);
      }
    }
    return known;
  }

  private static String checked(String declaration) {
    if (!DECLARATION.matcher(declaration).matches()) {
      throw new IllegalArgumentException(
          "'%s', expected %s such as com.example.OrderService#get*".formatted(declaration, SYNTAX));
    }
    return declaration;
  }

  /**
   * A star stands for any characters. What doesn't fit behind the last star is tried one character
   * further on, and nothing before it again: so it takes no more than the lengths' product, where a
   * regular expression with several stars takes a power of the name's.
   */
  private static boolean matches(String pattern, String name) {
    int at = 0;
    int in = 0;
    int star = -1;
    int tried = 0;
    while (in < name.length()) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        tried = in;
      } else if (at < pattern.length() && pattern.charAt(at) == name.charAt(in)) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++tried;
      } else {
        return false;
      }
    }
    return pattern.substring(at).chars().allMatch(left -> left == '*');
  }
}
