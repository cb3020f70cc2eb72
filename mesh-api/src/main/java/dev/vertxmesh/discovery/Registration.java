package dev.vertxmesh.discovery;

import io.vertx.core.Future;
import java.util.Optional;

/** An instance that this process has announced. */
@FunctionalInterface
public interface Registration {

  /**
   * Puts another truth about the instance in its place, without it being away in between.
   *
   * @param instance of the same id
   */
  default Future<Void> replace(Instance instance) {
    return Future.failedFuture(
        new RegistryFailure("this registry can't replace " + instance.id(), null));
  }

  /**
   * The entry as a person has changed it in the registry by hand, while it differs from what was
   * announced; empty where registries don't look.
   */
  default Optional<Instance> edited() {
    return Optional.empty();
  }

  /** Takes it out, so that no new call is sent to it. Doing so again changes nothing. */
  Future<Void> withdraw();
}
