package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.RelayedMessages;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.net.LookTimer;
import dev.vertxmesh.net.SocketBacklog;
import dev.vertxmesh.net.SocketEnd;
import dev.vertxmesh.net.StrayHttp;
import dev.vertxmesh.net.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.List;

/**
 * One consumer's socket and its calls in flight. Ends once: then its calls are cancelled, and what
 * still comes is dropped.
 */
final class ConsumerConnection implements DubboDecoder.Recipient {

  /** Without a request for so long, none is on its way. */
  private static final int QUIET_MILLIS = 100;

  private final DubboIngress ingress;
  private final NetSocketInternal socket;
  private final String remote;
  private final InFlightMap<CallInFlight> inFlight = new InFlightMap<>();
  private final DubboDecoder decoder;
  private final WriteBatch batch;
  private final ResponseWriter answers;
  private final Origin origin;
  private final Refusals refusals;
  private final IdleCheck watch;
  private final LookTimer looks;
  private long lastRequest;
  private int gathering;
  private boolean paused;
  private boolean draining;
  private boolean refusing;
  private boolean gentle;
  private boolean ended;

  ConsumerConnection(DubboIngress ingress, NetSocketInternal socket) {
    this.ingress = ingress;
    DubboIngressOptions options = ingress.options();
    this.socket = socket;
    this.remote = String.valueOf(socket.remoteAddress());
    ChannelHandlerContext channel = socket.channelHandlerContext();
    this.decoder = new DubboDecoder(channel.alloc(), options.maxBody(), this);
    this.batch = new WriteBatch(channel, ingress.observer()::onBytesWritten);
    this.answers = new ResponseWriter(batch, options.where());
    this.origin = new ConsumerOrigin(socket);
    this.refusals = new Refusals(ingress, origin, answers);
    this.watch = new IdleCheck(options, ingress.now());
    this.lastRequest = ingress.now();
    this.looks = new LookTimer(ingress.vertx(), watch.interval(), ingress::now, this::onTick);
    looks.start();
    channel.pipeline().addBefore("handler", "writability", new Writability(this::resumeIfTaken));
    SocketBacklog.charge(channel.channel(), () -> drop("no memory for the answers that wait"));
    socket.messageHandler(bytes -> onFirst((ByteBuf) bytes));
    socket.exceptionHandler(error -> end());
    socket.closeHandler(closed -> ingress.onClosed(this));
  }

  int inFlight() {
    return inFlight.size();
  }

  String remote() {
    return remote;
  }

  private void onFirst(ByteBuf bytes) {
    socket.messageHandler(next -> onBytes((ByteBuf) next));
    if (StrayHttp.begins(bytes)) {
      answers.inHttp(bytes);
      gentle = true;
      drop("it speaks HTTP, and is told where calls go");
    } else {
      onBytes(bytes);
    }
  }

  private void onBytes(ByteBuf bytes) {
    ingress.observer().onBytesRead(bytes.readableBytes());
    watch.onRead(ingress.now(), bytes.readableBytes());
    try {
      decoder.feed(bytes);
    } catch (DubboCodecException e) {
      drop(e.getMessage());
    } catch (Throwable e) { // such as out of memory: the decoder has lost its place
      drop("a fault while reading: " + e);
    }
    pauseIfFull();
  }

  @Override
  public void onMessage(int flags, int status, long id, ByteBuf body) {
    int held = gathering;
    gathering = 0;
    watch.onWhole();
    ingress.onProven(socket);
    if (!DubboHeader.isRequest(flags) || DubboHeader.isEvent(flags)) {
      ingress.budget().resize(held, 0);
      answers.event(flags, id, body); // an answer to a question of ours has been heard by now
    } else if (held > 0 || ingress.budget().resize(0, body.readableBytes())) {
      onRequest(flags, id, body);
    } else {
      refusals.noMemory(flags, id, body);
    }
  }

  /** A request that comes in parts takes its place in the budget with the first of them. */
  @Override
  public boolean onBegin(int flags, long id, int length, ByteBuf body) {
    if (ingress.budget().resize(0, length)) {
      gathering = length;
      return true;
    }
    refusals.noMemory(flags, id, body);
    return false;
  }

  @Override
  public void onTooLong(int flags, long id, long length, ByteBuf body) {
    if (DubboHeader.isRequest(flags) && !DubboHeader.isEvent(flags)) {
      gentle = true;
      refusals.tooLarge(flags, id, body, length);
    }
  }

  private void onRequest(int flags, long id, ByteBuf body) {
    lastRequest = ingress.now();
    Call call = read(flags, id, body);
    if (call == null) {
      ingress.budget().resize(body.readableBytes(), 0);
      return;
    }
    begin(
        new CallInFlight(
            id,
            DubboHeader.serialization(flags),
            RelayedMessages.isCounted(body),
            body.readableBytes(),
            call));
  }

  /** The call that a request asks for; null if it was refused. */
  private Call read(int flags, long id, ByteBuf body) {
    String full = refusing ? "the agent is leaving" : ingress.refusal(inFlight.size());
    if (full != null) {
      refusals.full(flags, id, body, full);
    } else if (ingress.sheds()) {
      refusals.shed(flags, id, body);
    } else if (inFlight.contains(id)) {
      refusals.bad(flags, id, body, "a call with this id is in flight");
    } else {
      try {
        return ingress.requests().read(flags, body, lastRequest);
      } catch (DubboCodecException e) {
        refusals.bad(flags, id, body, "request: " + e.getMessage());
      }
    }
    return null;
  }

  private void begin(CallInFlight call) {
    inFlight.put(call.id(), call);
    call.call().record().came(origin, lastRequest);
    ingress.path().call(call.call()).onComplete((reply, cause) -> onEnd(call, reply, cause));
  }

  /** With a reply, or with a cause and no reply. */
  private void onEnd(CallInFlight call, Reply reply, Throwable cause) {
    ingress.budget().resize(call.held(), 0);
    boolean waitedFor = inFlight.remove(call.id()) != null && !call.call().options().oneWay();
    if (waitedFor && batch.pending() <= ingress.options().mostPending()) {
      answers.end(call, reply, cause);
    } else if (waitedFor) {
      answers.leave(call, reply, batch.pending());
    } else {
      ResponseWriter.release(reply);
    }
    endIfDrained();
  }

  /** Who doesn't read answers gets to make no calls: its requests stay in its own socket. */
  private void pauseIfFull() {
    if (!ended && !paused && batch.pending() > ingress.options().maxPending()) {
      paused = true;
      watch.onPaused(ingress.now());
      socket.pause();
    }
  }

  private void resumeIfTaken() {
    if (paused && batch.pending() == 0) {
      paused = false;
      watch.onResumed(ingress.now()); // that nothing came was our own doing
      socket.resume();
    }
  }

  private void onTick() {
    String cause =
        paused
            ? watch.checkPaused(ingress.now(), batch.pending())
            : watch.check(
                ingress.now(), batch.handed(), decoder.pendingBytes() > 0, answers::heartbeat);
    if (cause != null) {
      drop(cause);
    }
  }

  /**
   * Asks the consumer to send no more calls here, answers those that are in flight or on their way,
   * and ends.
   *
   * @param patience milliseconds after which new calls are refused
   */
  void drain(long patience) {
    if (ended || draining) {
      return;
    }
    draining = true;
    lastRequest = ingress.now();
    answers.readOnly();
    ingress.vertx().setTimer(Math.max(1, patience), id -> onPatienceLost());
    endIfDrained();
  }

  private void onPatienceLost() {
    refusing = true;
    endIfDrained();
  }

  private void endIfDrained() {
    if (!draining || ended || !inFlight.isEmpty()) {
      return;
    }
    long quiet = (ingress.now() - lastRequest) / 1_000_000;
    if (refusing || quiet >= QUIET_MILLIS) {
      endAfterLast();
    } else {
      ingress.vertx().setTimer(QUIET_MILLIS - quiet, id -> endIfDrained());
    }
  }

  /** Tells its observer why, and ends. */
  private void drop(String reason) {
    if (!ended) {
      ingress.observer().onDropped(remote, reason);
      endAfterLast();
    }
  }

  /**
   * What was written still goes out. Who may have more on its way gets time to read that, because a
   * socket that is closed with bytes unread takes back what it has sent.
   */
  private void endAfterLast() {
    if (!ended) {
      cease();
      SocketEnd.cutAfter(SocketEnd.PATIENCE, ingress.vertx(), socket.channelHandlerContext());
      batch.close(gentle ? () -> {} : socket::close);
    }
  }

  /** Ends at once. */
  void end() {
    if (!ended) {
      cease();
      batch.close();
    }
    SocketEnd.close(ingress.vertx(), socket, socket.channelHandlerContext());
  }

  private void cease() {
    ended = true;
    looks.stop();
    decoder.close();
    ingress.budget().resize(gathering, 0);
    gathering = 0;
    if (paused) {
      paused = false;
      socket.resume(); // so that what waits is taken out and released
    }
    List<CallInFlight> left = inFlight.all();
    inFlight.clear();
    left.forEach(call -> call.call().cancel());
  }
}
