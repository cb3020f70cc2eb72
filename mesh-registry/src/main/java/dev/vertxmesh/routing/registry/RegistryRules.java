package dev.vertxmesh.routing.registry;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.routing.RuleSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rules of a registry, for what is followed in it; and those of another source, whose word counts
 * where both have a rule of the same name.
 */
public final class RegistryRules implements RuleSource {

  private final Vertx vertx;
  private final Registry registry;
  private final RuleSource other;
  private Map<String, String> ofRegistry = Map.of();
  private Map<String, String> ofOther = Map.of();
  private Future<Void> first;
  private Consumer<Map<String, String>> listener;

  private RegistryRules(Vertx vertx, Registry registry, RuleSource other) {
    this.vertx = vertx;
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
  public static RuleSource of(
      Vertx vertx, Registry registry, String application, RuleSource other) {
    RegistryRules both = new RegistryRules(vertx, registry, other);
    Optional<Future<Void>> first = registry.followRules(application, both::onRegistry);
    both.first = first.orElse(null);
    return first.isPresent() ? both : other;
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

  /** Waits for those that don't depend on what is called; who calls waits for the others. */
  @Override
  public Future<Void> watch(Consumer<Map<String, String>> told) {
    synchronized (this) {
      listener = told;
      if (!ofRegistry.isEmpty()) {
        tell();
      }
    }
    Future<Void> ofOther = other == null ? Future.succeededFuture() : other.watch(this::onOther);
    return ofOther.compose(read -> told());
  }

  /** Completes on the caller's context. */
  private Future<Void> told() {
    Context context = vertx.getOrCreateContext();
    Promise<Void> here = Promise.promise();
    first.onComplete(done -> context.runOnContext(told -> here.complete()));
    return here.future();
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
