package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Cancel;
import dev.vertxmesh.frame.Credit;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Dictionary;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.GoAway;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.collection.IntObjectHashMap;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** The end of a link that makes calls. */
public final class ClientLink implements Caller {

  /** What the owner of a link wants to know; called on the link's event loop. */
  public interface Owner {
    /** The other side has greeted: calls may be made. */
    void onOpen();

    /** The other side takes no new calls; those in flight go on. */
    void onGoAway(String reason);

    /** The link is gone and every call on it has ended. Once. */
    void onClosed(String reason);
  }

  /** Characters of a method and its descriptor; as UTF-8 each fits a DEFINE's u16 lengths. */
  private static final int MAX_NAMES = 16_384;

  private final String where;
  private final Owner owner;
  private final LinkOptions options;
  private final LongSupplier nanoClock;
  private final LinkSocket socket;
  private final IntObjectHashMap<InFlight> inFlight = new IntObjectHashMap<>();
  private Dictionary<Target> dictionary;
  private int peerMaxMessage;
  private int credit;
  private int peerInFlight;
  private int lastId;
  private boolean leaving;

  private ClientLink(
      Vertx vertx,
      NetSocketInternal netSocket,
      String name,
      String where,
      LinkOptions options,
      LinkMeter meter,
      LongSupplier nanoClock,
      Owner owner) {
    this.where = where;
    this.owner = owner;
    this.options = options;
    this.nanoClock = nanoClock;
    this.socket =
        new LinkSocket(
            vertx, netSocket, options, options.hello(name, 0), meter, nanoClock, new Events());
  }

  /**
   * Makes a link of a socket that has just connected, on the socket's event loop.
   *
   * @param name this agent and its version, for the other side's people
   * @param where the other agent and its address, as failures name it
   */
  public static ClientLink over(
      Vertx vertx,
      NetSocketInternal socket,
      String name,
      String where,
      LinkOptions options,
      LinkMeter meter,
      LongSupplier nanoClock,
      Owner owner) {
    ClientLink link = new ClientLink(vertx, socket, name, where, options, meter, nanoClock, owner);
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
    InFlight entry = new InFlight(nextId(), call);
    try {
      send(entry.id, call);
    } catch (IllegalArgumentException e) {
      call.payload().release();
      return Future.failedFuture(new CallFailure(Status.BAD_REQUEST, where, e.getMessage()));
    }
    inFlight.put(entry.id, entry);
    call.onCancel(entry);
    return entry.promise.future();
  }

  /** Whether it takes new calls. */
  public boolean isOpen() {
    return socket.isOpen() && !leaving;
  }

  public int inFlight() {
    return inFlight.size();
  }

  /** How many calls this link may have in flight, as the other side told last. */
  public int credit() {
    return credit;
  }

  /** How many calls the other side had in flight from all its links, as it told last. */
  public int peerInFlight() {
    return peerInFlight;
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
    Target target = call.target();
    if (target.method().length() + target.descriptor().length() > MAX_NAMES) {
      return new CallFailure(
          Status.BAD_REQUEST,
          where,
          "method and descriptor take more than " + MAX_NAMES + " characters together");
    }
    int size = call.payload().readableBytes();
    if (size > peerMaxMessage) {
      return new CallFailure(
          Status.TOO_LARGE,
          where,
          "the arguments take %d bytes, expected at most %d".formatted(size, peerMaxMessage));
    }
    return socket.outbox().isFull()
        ? new CallFailure(Status.REFUSED, where, "the link's send queue is full")
        : null;
  }

  private void send(int id, Call call) {
    int index = indexOf(call.target());
    ByteBuf payload = call.payload();
    int size = payload.readableBytes();
    boolean large = socket.outbox().isLarge(size);
    Request.encodeHead(
        socket.outbox().frame(),
        id,
        index,
        call.deadline().millisLeft(nanoClock.getAsLong()),
        size,
        call.encoding().code(),
        call.attachments(),
        large ? 0 : size);
    if (large) {
      socket.outbox().chunks(id, payload);
    } else {
      socket.outbox().payload(payload);
    }
  }

  private int indexOf(Target target) {
    int index = dictionary.find(target);
    if (index < 0) {
      index = dictionary.add(target);
      new Define(
              index,
              target.service().interfaceName(),
              target.service().group(),
              target.service().version(),
              target.method(),
              target.descriptor())
          .encode(socket.outbox().frame());
    }
    return index;
  }

  private int nextId() {
    do {
      lastId++;
    } while (lastId == 0 || inFlight.containsKey(lastId));
    return lastId;
  }

  private void closeIfDone() {
    if (leaving && inFlight.isEmpty()) {
      socket.fail(LinkError.NONE, "all calls have ended");
    }
  }

  /** A call that waits for its answer; cancelling the call runs it. */
  private final class InFlight implements Runnable {
    final int id;
    final Call call;
    final Promise<Reply> promise = Promise.promise();
    Response head;
    Assembly assembly;

    InFlight(int id, Call call) {
      this.id = id;
      this.call = call;
    }

    @Override
    public void run() {
      if (inFlight.remove(id) != null) {
        socket.outbox().drop(id);
        Cancel.encode(socket.outbox().frame(), id);
        fail(new CallFailure(Status.CANCELLED, where, "the caller went away"));
        closeIfDone();
      }
    }

    void end(Response response, ByteBuf payload) {
      Status status = Status.of(response.status());
      call.onCancel(null);
      if (status == Status.OK || status == Status.EXCEPTION) {
        promise.complete(
            new Reply(status, Replies.encoding(response), payload, response.attachments()));
      } else {
        promise.fail(new CallFailure(status, where, Replies.text(payload)));
      }
    }

    void fail(CallFailure failure) {
      call.onCancel(null);
      if (assembly != null) {
        assembly.release();
        assembly = null;
      }
      promise.fail(failure);
    }
  }

  private final class Events implements LinkSocket.Peer {

    @Override
    public void onHello(Hello hello) {
      dictionary = new Dictionary<>(hello.dictionary());
      peerMaxMessage = hello.maxMessage();
      credit = hello.credit();
      owner.onOpen();
    }

    @Override
    public void onFrame(Frame frame) {
      try {
        switch (frame.type()) {
          case FrameType.RESPONSE -> onResponse(frame);
          case FrameType.CHUNK -> onChunk(frame);
          case FrameType.CREDIT -> onCredit(Credit.decode(frame));
          case FrameType.GO_AWAY -> onGoAway(GoAway.decode(frame));
          default ->
              throw new FrameException(
                  LinkError.PROTOCOL,
                  "a frame of type 0x%02x is not for this side".formatted(frame.type()));
        }
      } finally {
        frame.release();
      }
    }

    private void onResponse(Frame frame) {
      Response response = Response.decode(frame);
      credit = response.credit();
      peerInFlight = response.inFlight();
      InFlight entry = inFlight.get(frame.id());
      if (entry == null) {
        return; // cancelled: the answer crossed our CANCEL
      }
      if (response.messageLength() > options.maxMessage()) {
        tooLarge(entry, response.messageLength());
      } else if (frame.hasMore()) {
        entry.head = response;
        entry.assembly = new Assembly(ByteBufAllocator.DEFAULT, response.messageLength());
        add(entry, frame);
      } else {
        requireLength(response.messageLength(), frame);
        inFlight.remove(frame.id());
        entry.end(response, frame.retainedPayload());
        closeIfDone();
      }
    }

    private void onChunk(Frame frame) {
      InFlight entry = inFlight.get(frame.id());
      if (entry == null) {
        return; // cancelled
      }
      if (entry.assembly == null) {
        throw new FrameException(LinkError.PROTOCOL, "a chunk before its message's head");
      }
      add(entry, frame);
    }

    private void add(InFlight entry, Frame frame) {
      if (entry.assembly.add(frame)) {
        inFlight.remove(entry.id);
        ByteBuf payload = entry.assembly.take();
        entry.assembly = null;
        entry.end(entry.head, payload);
        closeIfDone();
      }
    }

    private void tooLarge(InFlight entry, long length) {
      inFlight.remove(entry.id);
      Cancel.encode(socket.outbox().frame(), entry.id);
      entry.fail(
          new CallFailure(
              Status.TOO_LARGE,
              where,
              "the answer takes %d bytes, expected at most %d"
                  .formatted(length, options.maxMessage())));
      closeIfDone();
    }

    private void onCredit(Credit told) {
      credit = told.credit();
      peerInFlight = told.inFlight();
    }

    private void onGoAway(GoAway goAway) {
      if (!leaving) {
        leaving = true;
        owner.onGoAway(goAway.reason());
      }
      for (InFlight entry : entries()) {
        if (entry.id - goAway.lastId() > 0) {
          inFlight.remove(entry.id);
          entry.fail(new CallFailure(Status.REFUSED, where, goAway.reason()));
        }
      }
      closeIfDone();
    }

    @Override
    public void onWritability(boolean writable) {
      // answers are always read, so that the other side can't wait for us while we wait for it
    }

    @Override
    public void onClosed(String reason) {
      List<InFlight> lost = entries();
      inFlight.clear();
      for (InFlight entry : lost) {
        entry.fail(new CallFailure(Status.LOST, where, reason));
      }
      owner.onClosed(reason);
    }

    private List<InFlight> entries() {
      return new ArrayList<>(inFlight.values());
    }
  }

  static void requireLength(long messageLength, Frame frame) {
    if (messageLength != frame.payloadLength()) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a message of %d bytes in a frame of %d".formatted(messageLength, frame.payloadLength()));
    }
  }
}
