package dev.vertxmesh.bridge.dubbo.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.ExportsPoller;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** What a Dubbo provider exports. It's asked in any case: its methods nobody else says. */
final class DubboServed implements ServedServices, ExportsPoller.Listener {

  private static final Logger LOG = System.getLogger(DubboServed.class.getName());

  /** So many questions in a row a provider may leave that is still starting: that's 4 s. */
  private static final int MANY = 4;

  private final BackendOwner owner;
  private final ExportsPoller poller;
  private List<ServiceKey> logged = List.of();
  private String lastProblem = "";
  private int silences;
  private volatile boolean started;

  DubboServed(BackendOwner owner, HostPort qos, TlsClient tls, Context context) {
    this.owner = owner;
    ExportsQuery asker = new ExportsQuery(context.owner(), owner.address(), qos, tls);
    this.poller = new ExportsPoller(context, asker, ExportsPoller.INTERVAL_MILLIS, this);
  }

  @Override
  public Future<Void> start() {
    started = true;
    return poller.start();
  }

  @Override
  public void onConnected() {
    if (started) {
      poller.connected();
    }
  }

  @Override
  public List<ServiceKey> list() {
    return poller.exports().services();
  }

  @Override
  public int threads() {
    return poller.exports().threads();
  }

  @Override
  public String application() {
    return poller.exports().application();
  }

  Exports exports() {
    return poller.exports();
  }

  @Override
  public List<String> methods(ServiceKey service) {
    Export export = poller.exports().get(service);
    return export == null
        ? List.of()
        : export.methods().stream().map(MethodSignature::toString).sorted().toList();
  }

  @Override
  public String how() {
    return poller.state();
  }

  @Override
  public Future<Void> close() {
    return poller.close();
  }

  @Override
  public void onExports(Exports exports, String how) {
    lastProblem = "";
    silences = 0;
    List<ServiceKey> found = exports.services();
    if (!owner.isNamed() && !logged.equals(found)) {
      logged = found;
      LOG.log(Level.INFO, "{0}: exports {1}, by {2}", owner.where(), exports, how);
    }
    owner.onServed();
  }

  @Override
  public void onSilence(String problem, boolean isFinal) {
    silences = owner.isConnected() ? silences + 1 : 0;
    boolean lasts = isFinal || silences >= MANY;
    if (lasts && !owner.isNamed() && owner.isConnected() && !problem.equals(lastProblem)) {
      lastProblem = problem;
      LOG.log(
          Level.WARNING,
          "{0}: can''t find out what it exports; {1}. Tried {2}",
          owner.where(),
          owner.advice(),
          problem);
    }
  }
}
