package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Map;

/**
 * A registry in which Dubbo's providers register. Never blocks; may be called on any thread and
 * completes on any. What fails says why in a message for a person.
 */
public interface FollowedStore {

  /** Told what stands under a name that is watched; on any thread, in order. */
  interface Listener {

    /**
     * All of it, whenever something has changed, and anew after it couldn't be watched.
     *
     * @param entries texts by names of their own; none if there's nothing
     */
    void onEntries(Map<String, String> entries);

    /** It may not be read, though the registry is there. */
    void onRefusal(Throwable cause);
  }

  /** A watch that has begun. */
  @FunctionalInterface
  interface Watch {

    /** Nothing is told from here on. */
    void end();
  }

  /** Who serves an interface, as the interface level has it. */
  Watch providers(String interfaceName, Listener listener);

  /** Which applications have an interface: one text as its mapping has it, or none. */
  Watch mapping(String interfaceName, Listener listener);

  /** Who runs an application. */
  Watch instances(String application, Listener listener);

  /** What an application's providers say of a service's methods and types: one text, or none. */
  Watch definition(ServiceKey service, String application, Listener listener);

  /** A routing rule, such as {@code shop.tag-router}: one text, or none. */
  Watch rule(String name, Listener listener);

  /**
   * What an entry of {@link #providers} says.
   *
   * @throws IllegalArgumentException why it can't be understood
   */
  RegisteredUrl provider(String name, String text);

  /**
   * What an entry of {@link #instances} says.
   *
   * @throws IllegalArgumentException why it can't be understood
   */
  ApplicationInstance instance(String application, String name, String text);

  /** What all instances of a revision serve; null or empty if there's nothing. */
  Future<String> metadata(String application, String revision);

  /**
   * The interfaces that stand there at either level.
   *
   * @param refused how many lists of them this agent may not read
   * @param problem why some may be missing, for a person; empty if that's all
   */
  record Interfaces(Collection<String> names, int refused, String problem) {}

  /** All of them that may be read. */
  Future<Interfaces> interfaces();

  /** That nothing stands there at all, for a person; empty if something does. */
  default String emptiness() {
    return "";
  }

  /**
   * Before anything is watched.
   *
   * @param doubted run whenever it's another server from now on that tells, or the same that may
   *     have begun anew: who is missing there may not have gone. On any thread, before what it
   *     tells
   */
  default void onDoubt(Runnable doubted) {}

  /** A sign of life of the registry; fails if it can't be reached. */
  Future<Void> probe();

  Future<Void> close();
}
