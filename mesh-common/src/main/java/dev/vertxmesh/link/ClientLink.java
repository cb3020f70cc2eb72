package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Credit;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.GoAway;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.link.setup.LinkSetup;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.internal.net.NetSocketInternal;

/** The end of a link that makes calls. */
public final class ClientLink implements Caller {

  /** As many calls may be in flight whatever the credit is. */
  private static final int FEW = 512;

  /** How many times its credit a link may have in flight. */
  private static final int CREDITS = 3;

  /** What the owner of a link wants to know; called on the link's event loop. */
  public interface Owner {
    /** The other side has greeted: calls may be made. */
    void onOpen();

    /** The other side takes no new calls; those in flight go on. */
    void onGoAway(String reason);

    /** The link is gone and every call on it has ended. Once. */
    void onClosed(String reason);
  }

  private final LinkSetup setup;
  private final String where;
  private final Owner owner;
  private final LinkSocket socket;
  private final SendQueue sendQueue;
  private final Streams streams;
  private final PendingCalls pending;
  private RequestSender requests;
  private int peerMaxMessage;
  private int credit;
  private long serviceNanos;
  private boolean leaving;

  private ClientLink(NetSocketInternal netSocket, LinkSetup setup, String where, Owner owner) {
    this.setup = setup;
    this.where = where;
    this.owner = owner;
    this.socket = new LinkSocket(netSocket, setup, 0, false, new Events());
    this.sendQueue = socket.sendQueue();
    this.streams = new Streams(setup, sendQueue);
    this.pending =
        new PendingCalls(
            where,
            setup.options().maxMessage(),
            setup.bounds().unfinished(),
            sendQueue,
            streams,
            this::closeIfDone);
  }

  /**
   * Makes a link of a socket that has just connected, on the socket's event loop.
   *
   * @param where the other agent and its address, as failures name it
   */
  public static ClientLink over(
      NetSocketInternal socket, LinkSetup setup, String where, Owner owner) {
    ClientLink link = new ClientLink(socket, setup, where, owner);
    link.socket.start();
    return link;
  }

  @Override
  public Future<Reply> call(Call call) {
    CallFailure refusal = refusalOf(call);
    if (refusal != null) {
      call.payload().release();
      return Future.failedFuture(refusal);
    }
    if (call.exchange() == null || !streams.mayHold()) {
      streams.release(true); // numbers rise
    }
    int id = pending.nextId();
    if (call.exchange() != null) {
      return pending.add(id, call, whole -> sendHeld(id, call, whole)).reply();
    }
    CallFailure fault = send(id, call, call.payload());
    return fault == null ? pending.add(id, call, null).reply() : Future.failedFuture(fault);
  }

  private void sendHeld(int id, Call call, ByteBuf whole) {
    CallFailure fault = send(id, call, whole == null ? call.payload() : whole);
    if (fault != null) {
      pending.unsent(id, fault);
    }
  }

  /** Releases the payload, whatever comes of it, and tells why it wasn't sent; null if it was. */
  private CallFailure send(int id, Call call, ByteBuf payload) {
    try {
      requests.send(id, call, payload);
      return null;
    } catch (IllegalArgumentException e) {
      payload.release();
      return new CallFailure(Status.BAD_REQUEST, where, e.getMessage());
    } catch (RuntimeException | Error e) { // such as out of memory
      payload.release();
      return CallFailure.of(e, where);
    }
  }

  /** Whether it takes new calls. */
  public boolean isOpen() {
    return socket.isOpen() && !leaving;
  }

  public int inFlight() {
    return pending.size();
  }

  /** How many calls this link may have in flight, as the other side told last. */
  public int credit() {
    return credit;
  }

  /** How long it had the call that it answered last, in nanoseconds; 0 before the first. */
  public long serviceNanos() {
    return serviceNanos;
  }

  /** Of the last PING, in nanoseconds; 0 before the first. */
  public long roundTripNanos() {
    return socket.roundTripNanos();
  }

  /** Takes no new calls, and closes when those in flight have ended. */
  public void leave() {
    leaving = true;
    closeIfDone();
  }

  /** Ends the link at once; calls in flight fail. */
  public void close(String reason) {
    socket.fail(LinkError.NONE, reason);
  }

  private CallFailure refusalOf(Call call) {
    if (!isOpen()) {
      return new CallFailure(Status.UNAVAILABLE, where, "the link is not open");
    }
    if (call.exchange() != null && !streams.areAgreed()) {
      return new CallFailure(
          Status.UNAVAILABLE, where, "the agent there is of a version that carries no gRPC");
    }
    if (Targets.isTooLong(call.target())) {
      return new CallFailure(Status.BAD_REQUEST, where, Targets.TOO_LONG);
    }
    int size = call.payload().readableBytes();
    if (size > peerMaxMessage) {
      return new CallFailure(
          Status.TOO_LARGE,
          where,
          "the arguments take %d bytes, expected at most %d".formatted(size, peerMaxMessage));
    }
    if (sendQueue.isFull()) {
      return new CallFailure(Status.REFUSED, where, "the link's send queue is full");
    }
    return isFull() ? new CallFailure(Status.REFUSED, where, tooMany()) : null;
  }

  /**
   * Whether the other side would refuse one call more. Credit is advice, and as many calls again
   * wait there; what's on its way in either direction is a third part. Few calls are never too
   * many: the other side knows better. Streams don't count: their callers may say nothing for
   * hours.
   */
  private boolean isFull() {
    int inFlight = pending.singles();
    return inFlight >= FEW && credit > 0 && inFlight >= CREDITS * (long) credit;
  }

  private String tooMany() {
    return pending.singles() + " calls are in flight to it, and it wants " + credit;
  }

  private void closeIfDone() {
    if (leaving && pending.isEmpty()) {
      socket.fail(LinkError.NONE, "all calls have ended");
    }
  }

  private final class Events implements LinkSocket.Peer {

    @Override
    public void onHello(Hello hello) {
      int dictionary = Math.min(setup.options().dictionary(), hello.dictionary());
      Targets targets = new Targets(dictionary, sendQueue);
      requests = new RequestSender(targets, sendQueue, setup.nanoClock());
      peerMaxMessage = hello.maxMessage();
      credit = hello.credit();
      streams.onHello(hello);
      owner.onOpen();
    }

    @Override
    public void onFrame(Frame frame) {
      switch (frame.type()) {
        case FrameType.RESPONSE -> onResponse(frame);
        case FrameType.CHUNK -> pending.onChunk(frame);
        case FrameType.ANSWER -> pending.onAnswer(frame);
        case FrameType.DATA -> streams.onData(frame);
        case FrameType.WINDOW -> streams.onWindow(frame);
        case FrameType.CREDIT -> credit = Credit.decode(frame).credit();
        case FrameType.GO_AWAY -> onGoAway(GoAway.decode(frame));
        default -> throw LinkSocket.notForThisSide(frame);
      }
    }

    private void onResponse(Frame frame) {
      Response response = Response.decode(frame);
      credit = response.credit();
      serviceNanos = response.serviceMicros() * 1_000;
      pending.onResponse(frame, response);
    }

    private void onGoAway(GoAway goAway) {
      if (!leaving) {
        leaving = true;
        owner.onGoAway(goAway.reason());
      }
      pending.refuseAfter(goAway.lastId(), goAway.reason());
      closeIfDone();
    }

    @Override
    public void onPong(long token) {
      streams.onPong(token);
    }

    @Override
    public void onFlush() {
      streams.onFlush();
    }

    @Override
    public void onFlushed() {
      // answers are always read, so that the other side can't wait for us while we wait for it
    }

    @Override
    public void onClosed(String reason) {
      pending.loseAll(reason);
      streams.onClosed();
      owner.onClosed(reason);
    }
  }
}
