package dev.vertxmesh.accept;

import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.frame.ErrorFrame;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.link.ServerLink;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.setup.Load;
import dev.vertxmesh.link.setup.Quota;
import dev.vertxmesh.listen.AcceptBrake;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The links of one event loop. */
public final class LinkAcceptor {

  private static final Logger LOG = System.getLogger(LinkAcceptor.class.getName());
  private static final int TELL_CREDIT_MILLIS = 100;

  private final Vertx vertx;
  private final LinkSetup setup;
  private final Admission admission;
  private final BooleanSupplier canServe;
  private final BooleanSupplier sheds;
  private final CallPath next;

  /** Null for plain text. */
  private final TlsListener tls;

  private final Set<ServerLink> links = new LinkedHashSet<>();

  /** In the order in which they came; some may have greeted since. */
  private final Set<ServerLink> greeting = new LinkedHashSet<>();

  private final NetServer server;
  private final Load load = new AdmissionLoad();
  private Promise<Void> drained;
  private long timer = -1;

  /**
   * @param admission tells how much credit a link has
   * @param canServe whether the provider can be reached; while it can't, links are told a credit of
   *     0, so that callers with a choice go elsewhere
   * @param sheds whether a call that has come is refused, as the event loop is short of CPU
   * @param next where calls go
   */
  public LinkAcceptor(
      NetServerOptions netOptions,
      LinkSetup setup,
      Admission admission,
      BooleanSupplier canServe,
      BooleanSupplier sheds,
      CallPath next) {
    this.vertx = setup.vertx();
    this.setup = setup;
    this.admission = admission;
    this.canServe = canServe;
    this.sheds = sheds;
    this.next = next;
    this.tls = setup.tls() == null ? null : setup.tls().listener();
    this.server = vertx.createNetServer(netOptions).connectHandler(this::onConnect);
  }

  /** Listens; the future has the port, or fails when it can't be had. */
  public Future<Integer> listen() {
    return server.listen().map(NetServer::actualPort);
  }

  /** All links now, to be shown. */
  public List<AcceptedLinkView> view() {
    return links.stream()
        .map(link -> new AcceptedLinkView(link.remote(), link.inFlight()))
        .toList();
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
    Channel listening = ((NetSocketInternal) socket).channelHandlerContext().channel().parent();
    AcceptBrake.of(listening, AcceptBrake.Room.ENDLESS).onLooked(listening);
    if (drained != null) {
      socket.close();
      return;
    }
    if (!hasRoom()) {
      refuse(socket);
      return;
    }
    ServerLink link =
        ServerLink.over((NetSocketInternal) socket, setup, load, next, this::onClosed);
    if (tls != null) {
      encrypt(link, ((NetSocketInternal) socket).channelHandlerContext().channel());
    }
    links.add(link);
    greeting.add(link);
    if (timer < 0) {
      timer =
          vertx.setPeriodic(
              TELL_CREDIT_MILLIS, id -> List.copyOf(links).forEach(ServerLink::tellCredit));
    }
  }

  /** What the link says waits behind the handshake, for which it has no longer than to greet. */
  private void encrypt(ServerLink link, Channel channel) {
    ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
    tls.begin(channel, () -> context.emit(done -> onEncrypted(link, channel)));
  }

  private void onEncrypted(ServerLink link, Channel channel) {
    String refusal = setup.tls().refusalOf(channel);
    if (refusal != null) {
      LOG.log(Level.WARNING, "mesh-consumer {0} refused: {1}", link.remote(), refusal);
      link.close(LinkError.IDENTITY, "refused by its certificate, which " + refusal);
    }
  }

  private void refuse(NetSocket socket) {
    if (tls != null) { // it couldn't read why
      socket.close();
      return;
    }
    String why = setup.bounds().links().most() + " links are open, which is the limit";
    ByteBuf words = Unpooled.buffer();
    new ErrorFrame(LinkError.LIMIT, why).encode(words);
    socket.end(Buffer.buffer(ByteBufUtil.getBytes(words)));
  }

  /**
   * Takes room for one link more. Where there's none, the one that was connected for longest
   * without a word has to go: agents greet at once, and strangers who say nothing must not keep
   * them out.
   */
  private boolean hasRoom() {
    Quota open = setup.bounds().links();
    while (!open.take(1)) {
      ServerLink silent = nextSilent();
      if (silent == null) {
        return false;
      }
      silent.close(LinkError.SILENCE, "no HELLO, and others want to connect");
    }
    return true;
  }

  private ServerLink nextSilent() {
    greeting.removeIf(link -> !link.isGreeting());
    return greeting.isEmpty() ? null : greeting.iterator().next();
  }

  private void onClosed(ServerLink link) {
    links.remove(link);
    greeting.remove(link);
    setup.bounds().links().give(1);
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
      return canServe.getAsBoolean() ? admission.credit(links.size(), linkInFlight) : 0;
    }

    @Override
    public boolean sheds() {
      return sheds.getAsBoolean();
    }
  }
}
