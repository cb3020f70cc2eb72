package dev.vertxmesh.consumer;

import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.RuleBook;
import dev.vertxmesh.routing.RuleSource;
import dev.vertxmesh.routing.folder.FolderRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The rules that count, for all event loops. Thread-safe. */
final class Routing {

  private final RuleSource source;
  private final RuleBook book;
  private final List<Consumer<RouteRules>> followers = new CopyOnWriteArrayList<>();
  private volatile RouteRules rules;
  private volatile List<RuleBook.Skipped> skipped = List.of();

  /**
   * @param source null for none
   */
  Routing(RuleSource source, RouteConsumer consumer) {
    this.source = source;
    this.book = new RuleBook(consumer);
    this.rules = new RouteRules(consumer, false, List.of(), List.of());
  }

  /** Looks up this machine's address, which may block. */
  static Routing of(RoutingOptions options, Vertx vertx) {
    RuleSource source = options.routes == null ? null : new FolderRules(vertx, options.routes);
    return new Routing(
        source, new RouteConsumer(options.application, host(), options.parameters()));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return "127.0.0.1";
    }
  }

  /** Completes once the rules have been read. */
  Future<Void> start() {
    return source == null ? Future.succeededFuture() : source.watch(this::onTexts);
  }

  private void onTexts(Map<String, String> texts) {
    RouteRules read;
    synchronized (book) {
      read = book.take(texts);
      skipped = book.skipped();
    }
    rules = read;
    followers.forEach(follower -> follower.accept(read));
  }

  /** Tells of the rules now, and of all others later, on the context. */
  void follow(Context context, Consumer<RouteRules> listener) {
    followers.add(others -> context.runOnContext(told -> listener.accept(rules)));
    listener.accept(rules);
  }

  RouteRules rules() {
    return rules;
  }

  /** Null if there's nothing to tell. */
  JsonObject toJson() {
    if (source == null) {
      return null;
    }
    JsonArray left = new JsonArray();
    skipped.forEach(
        one ->
            left.add(
                new JsonObject()
                    .put("rule", one.name())
                    .put("why", one.why())
                    .put("formerCounts", one.isKept())));
    return new JsonObject()
        .put("from", source.describe())
        .put("problem", source.problem())
        .put("rules", rules.rules().size() + rules.configurators().size())
        .put("skipped", left);
  }

  Future<Void> close() {
    return source == null ? Future.succeededFuture() : source.close();
  }
}
