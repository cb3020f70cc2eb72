package dev.vertxmesh.provider;

import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.ExportsPoller;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What a Dubbo provider serves. Its methods it is asked in any case. */
final class DubboServed implements ServedServices, ExportsPoller.Listener {

  private static final Logger LOG = System.getLogger(DubboServed.class.getName());

  private final ProviderOptions options;
  private final String where;
  private final BooleanSupplier isConnected;
  private final Runnable listener;
  private final ExportsPoller watch;
  private final Context context;
  private volatile Set<ServiceKey> services;
  private String lastProblem = "";
  private volatile boolean started;

  /**
   * @param isConnected whether the provider can be reached; if it can't, others say so
   * @param listener run after every answer, whether or not it's the same as before
   */
  DubboServed(
      ProviderOptions options, Vertx vertx, BooleanSupplier isConnected, Runnable listener) {
    this.options = options;
    this.where = "dubbo " + options.dubbo;
    this.isConnected = isConnected;
    this.listener = listener;
    this.services = Set.copyOf(options.services);
    this.context = vertx.getOrCreateContext();
    ExportsQuery asker = new ExportsQuery(vertx, options.dubbo, options.qos());
    this.watch = new ExportsPoller(context, asker, ExportsPoller.INTERVAL_MILLIS, this);
  }

  @Override
  public Future<Void> start() {
    started = true;
    Future<Void> asked = watch.start();
    return isNamed() ? Future.succeededFuture() : asked;
  }

  @Override
  public void onConnected() {
    if (started) {
      watch.connected();
    }
  }

  @Override
  public boolean contains(ServiceKey service) {
    return services.contains(service);
  }

  @Override
  public List<ServiceKey> list() {
    return isNamed() ? options.services : watch.exports().services();
  }

  @Override
  public int threads() {
    return watch.exports().threads();
  }

  Exports exports() {
    return watch.exports();
  }

  @Override
  public List<String> methods(ServiceKey service) {
    Export export = watch.exports().get(service);
    return export == null
        ? List.of()
        : export.methods().stream().map(MethodSignature::toString).sorted().toList();
  }

  @Override
  public boolean isKnown() {
    return !services.isEmpty();
  }

  @Override
  public String how() {
    return isNamed() ? "by --service" : watch.state();
  }

  @Override
  public Future<Void> close() {
    return watch.close();
  }

  private boolean isNamed() {
    return !options.services.isEmpty();
  }

  @Override
  public void onExports(Exports exports, String how) {
    lastProblem = "";
    List<ServiceKey> found = exports.services();
    if (!isNamed() && !services.equals(Set.copyOf(found))) {
      services = Set.copyOf(found);
      LOG.log(Level.INFO, "{0}: exports {1}, by {2}", where, exports, how);
    }
    listener.run();
  }

  @Override
  public void onSilence(String problem) {
    if (!isNamed() && isConnected.getAsBoolean() && !problem.equals(lastProblem)) {
      lastProblem = problem;
      LOG.log(
          Level.WARNING,
          "{0}: can''t find out what it exports; name it with --service. Tried {1}",
          where,
          problem);
    }
  }
}
