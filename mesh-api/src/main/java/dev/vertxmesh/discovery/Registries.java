package dev.vertxmesh.discovery;

import io.vertx.core.Vertx;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Opens the registry that a URL names. */
public final class Registries {

  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]{0,19}");

  private Registries() {}

  /**
   * @throws IllegalArgumentException as {@link #parse} does
   */
  public static Registry open(Vertx vertx, String url) {
    return parse(url, own()).apply(vertx);
  }

  /** The kinds that the agents bring. */
  public static List<RegistryScheme> own() {
    return ServiceLoader.load(RegistryScheme.class, Registries.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * Reads a URL, and opens nothing yet.
   *
   * @param schemes those that are known
   * @throws IllegalArgumentException with the place of the mistake; for an unknown scheme, with the
   *     known ones
   */
  public static Function<Vertx, Registry> parse(String url, List<RegistryScheme> schemes) {
    int colon = url.indexOf(':');
    String name = colon < 0 ? url : url.substring(0, colon);
    for (RegistryScheme scheme : schemes) {
      if (colon >= 0 && scheme.name().equals(name)) {
        return scheme.parse(url.substring(colon + 1));
      }
    }
    // of what is no scheme nothing is said: it may be a password
    String given =
        colon >= 0 && SCHEME.matcher(name).matches() ? "'" + name + "'" : "its beginning";
    throw new IllegalArgumentException(given + " is none of " + known(schemes));
  }

  private static String known(List<RegistryScheme> schemes) {
    return schemes.stream().map(RegistryScheme::syntax).sorted().collect(Collectors.joining(", "));
  }
}
