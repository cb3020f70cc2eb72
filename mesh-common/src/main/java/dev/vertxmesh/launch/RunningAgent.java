package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.admin.AdminAccess;
import dev.vertxmesh.admin.AdminServer;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Function;

/**
 * An agent with what outlasts a drain: the admin port with a Vert.x of its own, and what the log
 * says of its readiness. Whose JVM it is makes no difference here.
 */
final class RunningAgent {

  private static final Logger LOG = System.getLogger(RunningAgent.class.getName());

  /** What of an agent's readiness nobody tells, as how its registry is, is looked at so often. */
  private static final long LOOK_MILLIS = 200;

  private final Vertx vertx;
  private final CommonOptions common;
  private final Lifecycle lifecycle;
  private final ReadinessLog readiness;
  private final TlsListener adminTls;
  private final AdminAccess adminAccess;
  private final List<Adjustable> ofProcess;
  private volatile Vertx adminVertx;
  private volatile AdminServer admin;
  private volatile int adminPort;
  private long looks = -1;

  private RunningAgent(
      Vertx vertx,
      CommonOptions common,
      Lifecycle lifecycle,
      TlsListener adminTls,
      AdminAccess adminAccess,
      List<Adjustable> ofProcess) {
    this.ofProcess = ofProcess;
    this.adminTls = adminTls;
    this.adminAccess = adminAccess;
    this.vertx = vertx;
    this.common = common;
    this.lifecycle = lifecycle;
    readiness =
        new ReadinessLog(
            lifecycle::obstaclesToTell,
            () -> StartLines.ready(lifecycle.run(), adminPort),
            System::nanoTime,
            System.getLogger(ReadinessLog.class.getName()));
  }

  /**
   * Opens what the agent needs, and has it made; may block.
   *
   * @param factory may throw a {@link StartFailure}
   * @param ofProcess what the admin port can change besides the agent
   */
  static RunningAgent open(
      String name,
      AgentOptions options,
      Vertx vertx,
      Function<AgentContext, Agent> factory,
      List<Adjustable> ofProcess) {
    CommonOptions common = options.common();
    AdminAccess adminAccess = // a bad file ends the start before anything is opened or announced
        common.admin().hasPort() ? common.admin().access(common.adminTls()) : null;
    TlsListener adminTls =
        common.admin().hasPort() ? common.adminTls().open(vertx, common.tlsEngine()) : null;
    Function<AgentContext, Agent> metered =
        context -> {
          if (adminTls != null) {
            context.certificates().show(adminTls.watched());
          }
          return factory.apply(context);
        };
    Lifecycle lifecycle =
        new Lifecycle(() -> AgentRun.open(name, options, vertx, metered), System::nanoTime);
    return new RunningAgent(vertx, common, lifecycle, adminTls, adminAccess, ofProcess);
  }

  /**
   * Makes what listens at the admin port, which may block a moment; called once, by {@link #start}
   * if by nobody else.
   *
   * @throws StartFailure if that can't be had
   */
  void openAdmin() {
    if (common.admin().hasPort()) {
      adminVertx = Transport.like(vertx).start(1); // no loop that is busy with calls
      admin =
          new AdminServer(
              adminVertx,
              lifecycle,
              lifecycle::meters,
              common.admin().names(),
              adminAccess,
              adminTls);
      ofProcess.forEach(admin::add);
    }
  }

  /** Completes when it listens; called once. */
  Future<Void> start() {
    looks = vertx.setPeriodic(LOOK_MILLIS, id -> readiness.look());
    // the agent first: what its event loops do for that needn't wait for the admin port
    Future<Void> agent = lifecycle.start(readiness::look);
    return Future.all(agent, listen()).onSuccess(all -> onStarted()).mapEmpty();
  }

  private Future<Integer> listen() {
    if (!common.admin().hasPort()) {
      return Future.succeededFuture();
    }
    try {
      if (admin == null) {
        openAdmin();
      }
    } catch (RuntimeException e) {
      return Future.failedFuture(e); // what the agent has announced by now is taken back
    }
    return admin
        .listen(common.admin().port(), common.admin().host())
        .onSuccess(port -> adminPort = port)
        .recover(
            e ->
                Future.failedFuture(
                    StartFailure.listening(
                        "--admin-port", common.admin().host(), common.admin().port(), e)));
  }

  private void onStarted() {
    common.plugins().described().forEach(jar -> LOG.log(Level.INFO, "plugin " + jar));
    LOG.log(Level.INFO, StartLines.listens(lifecycle.run(), adminPort));
    String warning =
        admin == null ? null : common.admin().warning(common.bind(), common.adminTls(), adminPort);
    if (warning != null) {
      LOG.log(Level.WARNING, "the admin port is " + warning);
    }
    lifecycle.onStarted();
  }

  Lifecycle lifecycle() {
    return lifecycle;
  }

  /** Completes when calls can be taken for the first time. */
  Future<Void> ready() {
    return readiness.first();
  }

  /** Where it takes calls, once it has started. */
  int port() {
    return lifecycle.run().agent().port();
  }

  /** 0 where there's none. */
  int adminPort() {
    return adminPort;
  }

  /** Null where there's no admin port. */
  Vertx adminVertx() {
    return adminVertx;
  }

  /** Takes what it has announced out of the registry, which a start that failed leaves behind. */
  Future<Void> leave() {
    return lifecycle.run().registry().close();
  }

  /** Ends it, and closes all that was opened for it; never fails. */
  Future<Void> stop() {
    vertx.cancelTimer(looks);
    if (adminTls != null) {
      adminTls.close();
    }
    return lifecycle
        .stop()
        .eventually(() -> adminVertx == null ? Future.succeededFuture() : adminVertx.close())
        .onComplete(closed -> common.plugins().close())
        .otherwiseEmpty();
  }
}
