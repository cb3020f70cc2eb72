package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.balance.Balancer;
import dev.vertxmesh.balance.RouteView;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.RuleBook;
import dev.vertxmesh.routing.RuleSource;
import dev.vertxmesh.routing.folder.FolderRules;
import dev.vertxmesh.routing.registry.RegistryRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The rules that count, for all event loops. Thread-safe. */
public final class Routing {

  private record Follower(Context context, Balancer balancer) {}

  /** Skipped rules that are told, and what of one. */
  private static final int MOST_TOLD = 20;

  private static final int LONGEST_TOLD = 500;

  private final RuleSource source;
  private final RuleBook book;
  private final CallerWords words;
  private final List<Follower> followers = new CopyOnWriteArrayList<>();
  private volatile RouteRules rules;
  private volatile List<RuleBook.Skipped> skipped = List.of();

  /**
   * @param source null for none
   * @param isOn whether tags of calls are looked at even where there are no rules
   */
  Routing(RuleSource source, RouteConsumer consumer, CallerWords words, boolean isOn) {
    this.words = words;
    this.source = source;
    this.book = new RuleBook(consumer, isOn);
    this.rules = new RouteRules(consumer, false, List.of(), List.of());
  }

  /**
   * Looks up this machine's address, which may block.
   *
   * @param registry in which there may be rules, too
   */
  public static Routing of(
      RoutingOptions options, CallerWords words, Registry registry, Vertx vertx) {
    boolean isOn = options.routes != null;
    RuleSource folder = isOn ? new FolderRules(vertx, options.routes) : null;
    return new Routing(
        RegistryRules.of(vertx, registry, options.application, folder),
        new RouteConsumer(options.application, host(), options.parameters()),
        words,
        isOn);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostAddress();
    } catch (UnknownHostException e) {
      return "127.0.0.1";
    }
  }

  /** Completes once the rules have been read. */
  public Future<Void> start() {
    return source == null ? Future.succeededFuture() : source.watch(this::onTexts);
  }

  private void onTexts(Map<String, String> texts) {
    synchronized (book) {
      rules = book.take(texts);
      skipped = book.skipped();
    }
    followers.forEach(
        one -> one.context.runOnContext(told -> one.balancer.rules(rules, CallRequest::new)));
  }

  /** Tells a balancer of the rules now, and of all others later, on its context. */
  public void follow(Context context, Balancer balancer) {
    followers.add(new Follower(context, balancer));
    balancer.rules(rules, CallRequest::new);
  }

  /**
   * What rules make of a call, on one of the event loops.
   *
   * @throws IllegalArgumentException saying what was expected
   * @return fails with {@link java.util.NoSuchElementException} if nobody knows the service
   */
  public Future<JsonObject> explain(MultiMap asked) {
    AskedRoute route = new AskedRoute(asked, words, rules.consumer());
    if (followers.isEmpty()) {
      throw new IllegalArgumentException("the agent is about to start, and takes no calls yet");
    }
    Follower any = followers.get(0);
    Promise<RouteView> told = Promise.promise();
    any.context.runOnContext(
        now -> {
          try {
            told.complete(any.balancer.explain(route.service(), route));
          } catch (RuntimeException e) {
            told.fail(e);
          }
        });
    return told.future().map(route::told);
  }

  /** Null if there's nothing to tell. */
  public JsonObject toJson() {
    if (source == null) {
      return null;
    }
    JsonArray left = new JsonArray();
    List<RuleBook.Skipped> all = skipped;
    all.stream()
        .limit(MOST_TOLD)
        .forEach(
            one ->
                left.add(
                    new JsonObject()
                        .put("rule", cut(one.name()))
                        .put("why", cut(one.why()))
                        .put("formerCounts", one.isKept())));
    return new JsonObject()
        .put("from", source.describe())
        .put("problem", source.problem())
        .put("rules", rules.rules().size() + rules.configurators().size())
        .put("skippedRules", all.size())
        .put("skipped", left);
  }

  /** Somebody else's text. */
  private static String cut(String text) {
    return text.length() <= LONGEST_TOLD ? text : text.substring(0, LONGEST_TOLD) + "…";
  }

  public Future<Void> close() {
    return source == null ? Future.succeededFuture() : source.close();
  }
}
