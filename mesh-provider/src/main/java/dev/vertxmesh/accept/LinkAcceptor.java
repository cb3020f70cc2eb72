package dev.vertxmesh.accept;

import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.link.LinkMeter;
import dev.vertxmesh.link.LinkOptions;
import dev.vertxmesh.link.Load;
import dev.vertxmesh.link.ServerLink;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/** The links of one event loop. */
public final class LinkAcceptor {

  private static final int TELL_CREDIT_MILLIS = 100;

  private final Vertx vertx;
  private final String name;
  private final LinkOptions options;
  private final LinkMeter meter;
  private final Admission admission;
  private final Caller next;
  private final Set<ServerLink> links = new LinkedHashSet<>();
  private final NetServer server;
  private final Load load = new AdmissionLoad();
  private Promise<Void> drained;
  private long timer = -1;

  /**
   * @param name this agent and its version, for the other side's people
   * @param admission tells how much credit a link has
   * @param next where calls go
   */
  public LinkAcceptor(
      Vertx vertx,
      NetServerOptions netOptions,
      String name,
      LinkOptions options,
      LinkMeter meter,
      Admission admission,
      Caller next) {
    this.vertx = vertx;
    this.name = name;
    this.options = options;
    this.meter = meter;
    this.admission = admission;
    this.next = next;
    this.server = vertx.createNetServer(netOptions).connectHandler(this::onConnect);
  }

  /** Listens; the future has the port, or fails when it can't be had. */
  public Future<Integer> listen() {
    return server.listen().map(NetServer::actualPort);
  }

  public int links() {
    return links.size();
  }

  /** Takes no new link and no new call; completes when all calls have ended. */
  public Future<Void> drain(String reason) {
    drained = Promise.promise();
    new ArrayList<>(links).forEach(link -> link.leave(reason));
    completeIfDrained();
    return drained.future();
  }

  /** Ends all links at once. */
  public Future<Void> close() {
    new ArrayList<>(links).forEach(link -> link.close("the agent is stopping"));
    stopTimer();
    return server.close();
  }

  private void onConnect(NetSocket socket) {
    if (drained != null) {
      socket.close();
      return;
    }
    links.add(
        ServerLink.over(
            vertx,
            (NetSocketInternal) socket,
            name,
            options,
            meter,
            System::nanoTime,
            load,
            next,
            this::onClosed));
    if (timer < 0) {
      timer = vertx.setPeriodic(TELL_CREDIT_MILLIS, id -> links.forEach(ServerLink::tellCredit));
    }
  }

  private void onClosed(ServerLink link) {
    links.remove(link);
    if (links.isEmpty()) {
      stopTimer();
    }
    completeIfDrained();
  }

  private void completeIfDrained() {
    if (drained != null && links.isEmpty()) {
      drained.tryComplete();
    }
  }

  private void stopTimer() {
    vertx.cancelTimer(timer);
    timer = -1;
  }

  private final class AdmissionLoad implements Load {
    @Override
    public int inFlight() {
      return admission.inFlight();
    }

    @Override
    public int credit(int linkInFlight) {
      return admission.credit(links.size(), linkInFlight);
    }
  }
}
