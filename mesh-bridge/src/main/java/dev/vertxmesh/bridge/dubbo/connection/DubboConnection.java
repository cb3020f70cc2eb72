package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.reply.ReplyDecoder;
import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboEvent;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.net.LookTimer;
import dev.vertxmesh.net.SocketEnd;
import dev.vertxmesh.net.WriteBatch;
import dev.vertxmesh.net.tls.HandshakeReason;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.function.LongSupplier;

/**
 * One socket to the provider and the calls in flight on it. Ends once: with the first cause, which
 * every call in flight then fails with.
 */
public final class DubboConnection {

  /** Told what changes for new calls. */
  public interface Owner {
    void onProven(DubboConnection connection);

    void onReadOnly(DubboConnection connection);

    /** It takes new calls again, or never stopped. */
    void onWriteable(DubboConnection connection);

    void onEnd(DubboConnection connection, String cause);
  }

  /** What a provider that is leaving has told. */
  public static final String TAKES_NO_CALLS = "the provider takes no new calls on the connection";

  private final ContextInternal context;
  private final NetSocketInternal socket;
  private final DubboOptions options;
  private final BackendObserver observer;
  private final RequestEncoder requests;
  private final Owner owner;
  private final PendingResponses inFlight = new PendingResponses();
  private final DubboDecoder decoder;
  private final WriteBatch batch;
  private final ConnectionWriter outgoing;
  private final CallCompletion ends;
  private final EchoRequests echoes;
  private final CallPlanner setup;
  private final SerializationProbe firstEchoes;
  private final Heartbeats heartbeats;
  private final LookTimer looks;
  private long answers;
  private boolean proven;
  private boolean understood;
  private boolean draining;
  private String endCause;

  public DubboConnection(
      ContextInternal context,
      NetSocketInternal socket,
      DubboOptions options,
      BackendObserver observer,
      LongSupplier nanoClock,
      RequestEncoder requests,
      Owner owner) {
    this.context = context;
    this.socket = socket;
    this.options = options;
    this.observer = observer;
    this.requests = requests;
    this.owner = owner;
    var channel = socket.channelHandlerContext();
    this.decoder = new DubboDecoder(channel.alloc(), options.maxBody(), this::onMessage);
    this.batch = new WriteBatch(channel, observer::onBytesWritten);
    this.outgoing = new ConnectionWriter(batch, options);
    ReplyDecoder replies =
        new ReplyDecoder(
            channel.alloc(),
            2 * options.maxBody(),
            options.where(),
            requests.classes(),
            requests::isForeign);
    this.ends = new CallCompletion(replies, requests, options.where(), new Side());
    this.echoes = new EchoRequests(options, requests, outgoing, inFlight);
    this.setup = new CallPlanner(context, options, requests, echoes, this::send);
    this.firstEchoes =
        new SerializationProbe(options.serializations().size() == 1, setup.probe(), echoes::ask);
    this.heartbeats = new Heartbeats(options, nanoClock, batch, outgoing, requests);
    this.looks = new LookTimer(context.owner(), heartbeats.checkMillis(), nanoClock, this::tick);
    looks.start();
    socket.messageHandler(bytes -> onBytes((ByteBuf) bytes));
    socket.exceptionHandler(error -> end(HandshakeReason.of(error)));
    socket.closeHandler(closed -> end("the provider closed the connection"));
  }

  public int inFlight() {
    return inFlight.size();
  }

  /** How many answers came so far, whatever they say. */
  public long answers() {
    return answers;
  }

  /**
   * Sends a call; its future completes when the answer comes or the connection ends, and at once
   * for a call that has no answer.
   */
  public Future<Reply> call(Call call) {
    return setup.call(call);
  }

  private Future<Reply> send(Call call, CallPlan plan) {
    long id;
    try {
      checkTaken(call);
      id = outgoing.call(call, plan);
    } catch (BadArgument | DubboCodecException e) {
      return context.failedFuture(
          new CallFailure(Status.BAD_REQUEST, options.where(), e.getMessage()));
    } catch (RuntimeException | Error e) {
      return context.failedFuture(CallFailure.of(e, options.where()));
    } finally {
      call.payload().release();
    }
    if (call.options().oneWay()) {
      return context.succeededFuture(ReplyDecoder.none(call.encoding()));
    }
    Promise<Reply> promise = context.promise();
    inFlight.put(id, ends.of(call, plan, promise));
    return promise.future();
  }

  /** Ends the connection when nothing is in flight on it any more. */
  public void drain() {
    draining = true;
    endIfDrained();
  }

  /** Takes {@link #drain} back; an ended connection stays what it is. */
  public void keep() {
    draining = false;
  }

  /**
   * @param cause for a person to read; only the first counts
   */
  public void end(String cause) {
    if (cease(cause)) {
      batch.close();
      SocketEnd.close(context.owner(), socket, socket.channelHandlerContext());
      told(cause);
    }
  }

  /** What was written still goes out: calls that have no answer, too. */
  private void endAfterLast(String cause) {
    if (cease(cause)) {
      SocketEnd.cutAfter(SocketEnd.PATIENCE, context.owner(), socket.channelHandlerContext());
      batch.close(socket::close);
      told(cause);
    }
  }

  /** False if it has ended before. */
  private boolean cease(String cause) {
    if (endCause != null) {
      return false;
    }
    endCause = cause;
    looks.stop();
    decoder.close();
    return true;
  }

  private void told(String cause) {
    owner.onEnd(this, cause);
    CallFailure failure = new CallFailure(Status.LOST, options.where(), cause);
    inFlight.takeAll().forEach(call -> call.onLost(failure));
  }

  /** Throws a {@link CallFailure} where the call may not be sent any more. */
  private void checkTaken(Call call) {
    if (call.isCancelled()) {
      throw CallPlanner.cancelled(options.where());
    } else if (draining) { // since the call began to wait
      throw new CallFailure(Status.UNAVAILABLE, options.where(), TAKES_NO_CALLS);
    }
  }

  private void onBytes(ByteBuf bytes) {
    observer.onBytesRead(bytes.readableBytes());
    heartbeats.onRead();
    try {
      decoder.feed(bytes);
    } catch (DubboCodecException e) {
      end("the provider sent bytes that can't be read: " + e.getMessage());
    } catch (Throwable e) { // such as out of memory: the decoder has lost its place
      end("a fault while reading from the provider: " + e);
    }
    endIfDrained();
  }

  private void onMessage(int flags, int status, long id, ByteBuf body) {
    if (!proven) {
      proven = true;
      owner.onProven(this);
    }
    if (DubboHeader.isEvent(flags)) {
      onEvent(flags, id, body);
    } else if (DubboHeader.isRequest(flags)) {
      observer.onUnknownResponse(id);
    } else {
      onResponse(flags, status, id, body);
    }
  }

  private void onResponse(int flags, int status, long id, ByteBuf body) {
    answers++;
    PendingResponse answered = inFlight.take(id);
    if (answered == null) {
      observer.onUnknownResponse(id);
      return;
    }
    understood |= status == DubboStatus.OK.code();
    answered.onResponse(flags, status, body);
  }

  /** Asks a service for an answer that every service has, as calls are made. */
  public void echo(ServiceKey service, CapabilityProbe.Answer answer) {
    firstEchoes.ask(service, answer);
  }

  /** What a call's end may depend on. */
  private final class Side implements CallCompletion.Provider {

    @Override
    public void ask(Serialization in, ServiceKey service, PendingResponse asker) {
      echoes.ask(in, service, asker);
    }

    @Override
    public boolean hasUnderstood() {
      return understood;
    }

    @Override
    public void onLeaving() {
      if (!draining) {
        owner.onReadOnly(DubboConnection.this);
      }
    }
  }

  private void onEvent(int flags, long id, ByteBuf body) {
    switch (DubboEvent.read(body)) {
      case READ_ONLY -> owner.onReadOnly(this);
      case WRITEABLE -> owner.onWriteable(this);
      case HEARTBEAT -> outgoing.answer(flags, id, body);
      default -> {}
    }
  }

  private void tick() {
    String gone = heartbeats.check();
    if (gone != null) {
      end(gone);
    }
    CallFailure unanswered =
        new CallFailure(Status.TIMEOUT, options.where(), "the provider doesn't answer");
    inFlight.sweep().forEach(one -> one.onLost(unanswered));
    endIfDrained();
  }

  /** Sends a heartbeat, which a provider that is well answers. */
  public void askForLife() {
    heartbeats.ask();
  }

  private void endIfDrained() {
    if (draining && inFlight.size() == 0) {
      endAfterLast("drained");
    }
  }
}
