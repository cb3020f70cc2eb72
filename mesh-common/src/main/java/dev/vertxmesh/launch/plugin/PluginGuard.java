package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.plugin.Plugin;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Asks a plugin, and goes on whatever it does. What it does wrong is said in the log, each fault at
 * most once a minute. Used on any thread.
 */
final class PluginGuard {

  /** A method of a plugin. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  private static final Logger LOG = System.getLogger(PluginGuard.class.getName());
  private static final long SILENT_NANOS = Duration.ofMinutes(1).toNanos();

  /** Its faults are few: they are named by the code and not by what comes. */
  private final Map<String, Long> said = new HashMap<>();

  private final String agent;
  private final String plugin;
  private final Duration patience;
  private final Duration held;
  private final LongSupplier nanoClock;

  /**
   * @param agent as failures name it
   * @param patience with what it begins and ends
   * @param held how long it may go on with a call that nobody waits for any more
   */
  PluginGuard(
      String agent, Plugin plugin, Duration patience, Duration held, LongSupplier nanoClock) {
    this.agent = agent;
    this.plugin = "plugin " + plugin.name();
    this.patience = patience;
    this.held = held;
    this.nanoClock = nanoClock;
  }

  static PluginGuard of(String agent, Plugin plugin) {
    return new PluginGuard(
        agent, plugin, Duration.ofSeconds(5), Duration.ofMinutes(1), System::nanoTime);
  }

  Duration held() {
    return held;
  }

  /** The agent and the plugin, as failures name them. */
  String where() {
    return agent + ", " + plugin;
  }

  /**
   * What it answers.
   *
   * @param method that is called, as the log has it
   * @param instead made of what is wrong, with the plugin's name, where it throws or answers null
   */
  <T> T ask(String method, Callable<T> question, Function<String, T> instead) {
    try {
      T answer = question.call();
      return answer == null ? instead.apply(fault(method + " answered null", null)) : answer;
    } catch (Throwable e) { // a plugin may throw what it likes
      return instead.apply(fault(method + " threw", e));
    }
  }

  /** Has it do something. */
  void tell(String method, Step step) {
    try {
      step.run();
    } catch (Throwable e) {
      fault(method + " threw", e);
    }
  }

  /**
   * Has it begin or end something, and waits for that, but not for ever.
   *
   * @return completes on the context, and never fails
   */
  Future<Void> await(Context context, String method, Callable<Future<Void>> step) {
    Promise<Void> done = Promise.promise();
    ask(method, step, why -> Future.succeededFuture())
        .onComplete(
            (ended, cause) ->
                context.runOnContext(
                    v -> {
                      if (cause != null) {
                        fault(method + " failed", cause);
                      }
                      done.tryComplete();
                    }));
    long late =
        context
            .owner()
            .setTimer(
                patience.toMillis(),
                timer -> {
                  if (done.tryComplete()) {
                    fault(method + " hasn't ended in " + patience.toMillis() + " ms", null);
                  }
                });
    return done.future().onComplete(ended -> context.owner().cancelTimer(late));
  }

  /** Its fault, as the caller is told. */
  CallFailure failure(Call call, String what, Throwable cause) {
    if (isNews(what)) {
      warn(what + ", call " + call.id(), cause);
    }
    return new CallFailure(Status.INTERNAL, where(), with(what, cause));
  }

  /**
   * @return what is wrong, with the plugin's name
   */
  private String fault(String what, Throwable cause) {
    if (isNews(what)) {
      warn(what, cause);
    }
    return plugin + ": " + with(what, cause);
  }

  private void warn(String what, Throwable cause) {
    LOG.log(Level.WARNING, where() + ": " + what, cause);
  }

  private synchronized boolean isNews(String what) {
    long now = nanoClock.getAsLong();
    Long before = said.get(what);
    if (before != null && now - before < SILENT_NANOS) {
      return false;
    }
    said.put(what, now);
    return true;
  }

  private static String with(String what, Throwable cause) {
    return what + (cause == null ? "" : ": " + cause);
  }
}
