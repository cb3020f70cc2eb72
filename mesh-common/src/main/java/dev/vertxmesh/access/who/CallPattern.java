package dev.vertxmesh.access.who;

/**
 * Calls that a rule is about: {@code pkg.Service#method}, {@code pkg.Service}, {@code pkg.*},
 * {@code *}; a star stands at the end of the service or of the method. Groups and versions of a
 * service are all meant.
 *
 * <p>Methods that begin with {@code $} make other calls ({@code $invoke} any method of the
 * service), so that only a pattern which names one is about it.
 *
 * @param service or what it begins with
 * @param method or what it begins with
 */
public record CallPattern(String service, boolean anyEnd, String method, boolean anyMethodEnd) {

  private static final char STAR = '*';
  private static final String SPECIAL = "$";

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public static CallPattern parse(String text) {
    int hash = text.indexOf('#');
    String service = hash < 0 ? text : text.substring(0, hash);
    String method = hash < 0 ? "*" : text.substring(hash + 1);
    if (isWrong(service) || isWrong(method)) {
      throw new IllegalArgumentException(
          "expected package.Service#method, package.Service, package.* or *, with a * at an end");
    }
    return new CallPattern(
        beginning(service), hasStar(service), beginning(method), hasStar(method));
  }

  private static boolean isWrong(String part) {
    int star = part.indexOf(STAR);
    return part.isEmpty()
        || star >= 0 && star < part.length() - 1
        || part.chars().anyMatch(c -> c <= ' ' || c == '#');
  }

  private static boolean hasStar(String part) {
    return part.charAt(part.length() - 1) == STAR;
  }

  private static String beginning(String part) {
    return hasStar(part) ? part.substring(0, part.length() - 1) : part;
  }

  /** Whether it names one method of one service. */
  public boolean isExact() {
    return !anyEnd && !anyMethodEnd;
  }

  public boolean matches(String calledService, String calledMethod) {
    return (anyEnd ? calledService.startsWith(service) : calledService.equals(service))
        && matchesMethod(calledMethod);
  }

  /** The same with no regard to methods that begin with {@code $}: where all are to be counted. */
  public boolean covers(String calledService, String calledMethod) {
    return (anyEnd ? calledService.startsWith(service) : calledService.equals(service))
        && (anyMethodEnd ? calledMethod.startsWith(method) : calledMethod.equals(method));
  }

  private boolean matchesMethod(String called) {
    if (!anyMethodEnd) {
      return called.equals(method);
    }
    return called.startsWith(method) && (!called.startsWith(SPECIAL) || method.startsWith(SPECIAL));
  }
}
