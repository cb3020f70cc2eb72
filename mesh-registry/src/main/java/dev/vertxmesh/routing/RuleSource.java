package dev.vertxmesh.routing;

import io.vertx.core.Future;
import java.util.Map;
import java.util.function.Consumer;

/** Where rules stand written: a folder, or what Dubbo calls a config centre. */
public interface RuleSource {

  /**
   * Tells of all rules now, and again whenever one has changed.
   *
   * @param listener gets each rule's text by its name, such as {@code shop.tag-router}, {@code
   *     com.x.A::.condition-router} or {@code shop.configurators}; on any thread, one call at a
   *     time. Where the place can't be reached it isn't told anything: the last rules hold
   * @return completes once it was told for the first time
   */
  Future<Void> watch(Consumer<Map<String, String>> listener);

  /** For a person to read; without anything secret. */
  String describe();

  /** What is the matter with it, for a person to read; empty when nothing is. */
  default String problem() {
    return "";
  }

  Future<Void> close();
}
