package dev.vertxmesh.discovery;

import io.vertx.core.Vertx;
import java.util.function.Function;

/** A kind of registry, found with {@link java.util.ServiceLoader}. */
public interface RegistryScheme {

  /** What a URL of this kind begins with, without the colon. */
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
