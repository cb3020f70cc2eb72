package dev.vertxmesh.discovery;

import dev.vertxmesh.plugin.Plugin;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** A kind of registry, found with {@link java.util.ServiceLoader}; a plugin may bring one. */
public interface RegistryScheme extends Plugin {

  /** What a URL of this kind begins with, without the colon. */
  @Override
  String name();

  /** How its URLs are written, for a person who wrote one wrong. */
  String syntax();

  /**
   * Reads what stands behind {@code name:}, and opens nothing yet.
   *
   * @throws IllegalArgumentException with the place of the mistake and what is expected there
   */
  Function<Vertx, Registry> parse(String rest);
}
