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

  /** Callers choose the names that are asked for: this bounds what is remembered of them. */
  private static final int MOST_REMEMBERED = 10_000;

  private final List<Pattern> declared;
  private final Map<Target, Boolean> remembered = new HashMap<>();

  /**
   * @throws IllegalArgumentException naming the declaration that can't be read
   */
  public Idempotence(List<String> declarations) {
    this.declared = declarations.stream().map(Idempotence::pattern).toList();
  }

  /** Whether the method is declared to be idempotent. Remembers the answer: for one event loop. */
  public boolean isIdempotent(Target target) {
    if (declared.isEmpty()) {
      return false;
    }
    Boolean known = remembered.get(target);
    if (known == null) {
      String name = target.service().interfaceName() + "#" + target.method();
      known = declared.stream().anyMatch(pattern -> pattern.matcher(name).matches());
      if (remembered.size() < MOST_REMEMBERED) {
        remembered.put(target, known);
      }
    }
    return known;
  }

  private static Pattern pattern(String declaration) {
    if (!DECLARATION.matcher(declaration).matches()) {
      throw new IllegalArgumentException(
          "'%s', expected %s such as com.example.OrderService#get*".formatted(declaration, SYNTAX));
    }
    StringBuilder regex = new StringBuilder();
    for (String part : declaration.split("(?=\\*)|(?<=\\*)")) {
      regex.append(part.equals("*") ? ".*" : Pattern.quote(part));
    }
    return Pattern.compile(regex.toString());
  }
}
