package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboCodecException;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboEvent;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.link.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * One socket to the provider and the calls in flight on it. Ends once: with the first cause, which
 * every call in flight then fails with.
 */
final class DubboConnection {

  /** Told what changes for new calls. */
  interface Owner {
    void onProven(DubboConnection connection);

    void onReadOnly(DubboConnection connection);

    void onEnd(DubboConnection connection, String cause);
  }

  /**
   * @param undecided null for the call itself; else what it will have failed with, depending on
   *     what the service answers to {@code $echo}
   */
  private record InFlight(Call call, Promise<Reply> promise, CallFailure undecided) {}

  private final ContextInternal context;
  private final NetSocketInternal socket;
  private final DubboOptions options;
  private final DubboObserver observer;
  private final LongSupplier nanoClock;
  private final Requests requests;
  private final Owner owner;

  private final LongObjectMap<InFlight> inFlight = new LongObjectHashMap<>();
  private final DubboDecoder decoder;
  private final WriteBatch batch;
  private final Replies replies;
  private final KeepAlive keepAlive;
  private final long keepAliveTimer;
  private long lastId;
  private boolean proven;
  private long handedBefore;
  private boolean draining;
  private String endCause;

  DubboConnection(
      ContextInternal context,
      NetSocketInternal socket,
      DubboOptions options,
      DubboObserver observer,
      LongSupplier nanoClock,
      Requests requests,
      Owner owner) {
    this.context = context;
    this.socket = socket;
    this.options = options;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.requests = requests;
    this.owner = owner;
    var channel = socket.channelHandlerContext();
    this.decoder = new DubboDecoder(channel.alloc(), options.maxBody(), this::onMessage);
    this.batch = new WriteBatch(channel, observer);
    this.replies = new Replies(channel.alloc(), 2 * options.maxBody(), options.where());
    this.keepAlive = new KeepAlive(options.heartbeatInterval() * 1_000_000L, nanoClock.getAsLong());
    this.keepAliveTimer =
        context.setPeriodic(options.heartbeatInterval() / 3, timer -> checkKeepAlive());
    socket.messageHandler(bytes -> onBytes((ByteBuf) bytes));
    socket.exceptionHandler(error -> end(Reason.of(error)));
    socket.closeHandler(closed -> end("the provider closed the connection"));
  }

  int inFlight() {
    return inFlight.size();
  }

  /** Sends a call; its future completes when the answer comes or the connection ends. */
  Future<Reply> call(Call call) {
    CallFailure refusal = append(call);
    call.payload().release();
    if (refusal != null) {
      return context.failedFuture(refusal);
    }
    batch.appended();
    Promise<Reply> promise = context.promise();
    inFlight.put(lastId, new InFlight(call, promise, null));
    return promise.future();
  }

  /** Ends the connection when the last answer is there, or at once when none is due. */
  void drain() {
    draining = true;
    endIfDrained();
  }

  /**
   * @param cause for a person to read; only the first counts
   */
  void end(String cause) {
    if (endCause != null) {
      return;
    }
    endCause = cause;
    context.owner().cancelTimer(keepAliveTimer);
    decoder.close();
    batch.close();
    socket.close();
    owner.onEnd(this, cause);
    List<InFlight> lost = List.copyOf(inFlight.values());
    inFlight.clear();
    CallFailure failure = new CallFailure(Status.LOST, options.where(), cause);
    lost.forEach(call -> call.promise.fail(failure));
  }

  private CallFailure append(Call call) {
    if (call.isCancelled()) {
      return new CallFailure(Status.CANCELLED, options.where(), "cancelled before it was sent");
    } else if (batch.pending() > options.maxPending()) {
      return new CallFailure(
          Status.REFUSED, options.where(), "the provider reads slower than it's written to");
    }
    ByteBuf out = batch.open();
    int start = out.writerIndex();
    try {
      requests.write(out, ++lastId, call);
      int size = out.writerIndex() - start - DubboHeader.SIZE;
      if (size <= options.maxBody()) {
        return null;
      }
      out.writerIndex(start);
      return new CallFailure(
          Status.TOO_LARGE,
          options.where(),
          "the request has " + size + " bytes, the limit is " + options.maxBody());
    } catch (BadArgument | DubboCodecException e) {
      out.writerIndex(start);
      return new CallFailure(Status.BAD_REQUEST, options.where(), e.getMessage());
    } catch (RuntimeException | Error e) { // half a request must not stay in the batch
      out.writerIndex(start);
      return CallFailure.of(e, options.where());
    }
  }

  private void onBytes(ByteBuf bytes) {
    observer.onBytesRead(bytes.readableBytes());
    keepAlive.onRead(nanoClock.getAsLong());
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
    InFlight answered = inFlight.remove(id);
    if (answered == null) {
      observer.onUnknownResponse(id);
      return;
    }
    try {
      complete(answered, flags, status, body);
    } catch (RuntimeException e) {
      CallFailure failure = CallFailure.of(e, options.where());
      if (answered.undecided == null && Failures.isUndecided(failure, status)) {
        echo(answered, failure);
      } else {
        answered.promise.fail(failure);
      }
    } catch (Error e) {
      answered.promise.tryFail(CallFailure.of(e, options.where()));
      throw e;
    }
  }

  private void complete(InFlight answered, int flags, int status, ByteBuf body) {
    if (answered.call.isCancelled()) {
      throw new CallFailure(Status.CANCELLED, options.where(), "nobody waits for the answer");
    } else if (answered.undecided != null) {
      int serialization = DubboHeader.serialization(flags);
      String reason =
          status == DubboStatus.OK.code() ? "" : ResultReader.readReason(serialization, body);
      throw Failures.decided(answered.undecided, status, reason);
    }
    Reply reply = replies.read(flags, status, body, answered.call.encoding());
    answered.promise.complete(reply);
  }

  /** Dubbo 3 says the same of a service and of a method that it doesn't have. */
  private void echo(InFlight answered, CallFailure undecided) {
    Requests.writeEcho(batch.open(), ++lastId, answered.call.target().service());
    batch.appended();
    inFlight.put(lastId, new InFlight(answered.call, answered.promise, undecided));
  }

  private void onEvent(int flags, long id, ByteBuf body) {
    switch (DubboEvent.read(body)) {
      case READ_ONLY -> owner.onReadOnly(this);
      case HEARTBEAT -> answer(flags, id, body);
      default -> {}
    }
  }

  private void answer(int flags, long id, ByteBuf body) {
    boolean isDue = DubboHeader.isRequest(flags) && DubboHeader.isTwoWay(flags);
    if (isDue && batch.pending() <= options.maxPending()) {
      DubboEvent.writeAnswer(batch.open(), flags, id, body);
      batch.appended();
    }
  }

  private void checkKeepAlive() {
    if (batch.handed() != handedBefore) {
      handedBefore = batch.handed();
      keepAlive.onWrite(nanoClock.getAsLong());
    }
    switch (keepAlive.check(nanoClock.getAsLong())) {
      case ASK -> {
        DubboEvent.writeHeartbeat(batch.open(), ++lastId);
        batch.appended();
      }
      case GIVE_UP ->
          end("nothing came from the provider for 3 x " + options.heartbeatInterval() + " ms");
      default -> {}
    }
  }

  private void endIfDrained() {
    if (draining && inFlight.isEmpty()) {
      end("drained");
    }
  }
}
