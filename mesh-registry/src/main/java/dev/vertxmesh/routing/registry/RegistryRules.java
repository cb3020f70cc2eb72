package dev.vertxmesh.routing.registry;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.routing.RuleSource;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rules of a registry, for what is followed in it; and those of another source, whose word counts
 * where both have a rule of the same name.
 */
public final class RegistryRules implements RuleSource {

  private final Registry registry;
  private final RuleSource other;
  private Map<String, String> ofRegistry = Map.of();
  private Map<String, String> ofOther = Map.of();
  private Consumer<Map<String, String>> listener;

  private RegistryRules(Registry registry, RuleSource other) {
    this.registry = registry;
    this.other = other;
  }

  /**
   * Both, or the one that there is.
   *
   * @param application the one that calls
   * @param other null for none
   * @return null if there's neither
   */
  public static RuleSource of(Registry registry, String application, RuleSource other) {
    RegistryRules both = new RegistryRules(registry, other);
    return registry.followRules(application, both::onRegistry) ? both : other;
  }

  private synchronized void onRegistry(Map<String, String> texts) {
    ofRegistry = texts;
    tell();
  }

  private synchronized void onOther(Map<String, String> texts) {
    ofOther = texts;
    tell();
  }

  private void tell() {
    if (listener != null) {
      Map<String, String> all = new HashMap<>(ofRegistry);
      all.putAll(ofOther);
      listener.accept(all);
    }
  }

  /** What stands in the registry is told when it's known; who calls waits for that. */
  @Override
  public Future<Void> watch(Consumer<Map<String, String>> told) {
    synchronized (this) {
      listener = told;
      if (!ofRegistry.isEmpty()) {
        tell();
      }
    }
    return other == null ? Future.succeededFuture() : other.watch(this::onOther);
  }

  @Override
  public String describe() {
    return (other == null ? "" : other.describe() + " and ") + registry.describe();
  }

  @Override
  public String problem() {
    return other == null ? "" : other.problem();
  }

  /** The registry isn't this one's to close. */
  @Override
  public Future<Void> close() {
    return other == null ? Future.succeededFuture() : other.close();
  }
}
