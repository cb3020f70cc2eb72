package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Credit;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Definitions;
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
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** The end of a link that takes calls and answers them. */
public final class ServerLink {

  private static final ByteBufAllocator ALLOC = ByteBufAllocator.DEFAULT;

  private final LinkOptions options;
  private final LongSupplier nanoClock;
  private final Caller next;
  private final Load load;
  private final String where;
  private final Consumer<ServerLink> onClosed;
  private final LinkSocket socket;
  private final Definitions<Target> definitions;
  private final IntObjectHashMap<Serving> serving = new IntObjectHashMap<>();
  private long assembling;
  private int lastId;
  private int toldCredit;
  private boolean leaving;

  private ServerLink(
      Vertx vertx,
      NetSocketInternal netSocket,
      String name,
      LinkOptions options,
      LinkMeter meter,
      LongSupplier nanoClock,
      Load load,
      Caller next,
      Consumer<ServerLink> onClosed) {
    this.options = options;
    this.nanoClock = nanoClock;
    this.next = next;
    this.load = load;
    this.where = name;
    this.onClosed = onClosed;
    this.definitions = new Definitions<>(options.dictionary());
    this.toldCredit = load.credit(0);
    Hello hello = options.hello(name, toldCredit);
    this.socket = new LinkSocket(vertx, netSocket, options, hello, meter, nanoClock, new Events());
  }

  /**
   * Makes a link of a socket that was just accepted, on the socket's event loop.
   *
   * @param name this agent and its version, for the other side's people
   * @param next what is called for each request, on this event loop
   * @param onClosed once, when the link is gone and its calls are cancelled
   */
  public static ServerLink over(
      Vertx vertx,
      NetSocketInternal socket,
      String name,
      LinkOptions options,
      LinkMeter meter,
      LongSupplier nanoClock,
      Load load,
      Caller next,
      Consumer<ServerLink> onClosed) {
    ServerLink link =
        new ServerLink(vertx, socket, name, options, meter, nanoClock, load, next, onClosed);
    link.socket.start();
    return link;
  }

  public int inFlight() {
    return serving.size();
  }

  public String remote() {
    return socket.remote();
  }

  /** Takes no new calls, finishes those it has, and closes. */
  public void leave(String reason) {
    if (!leaving) {
      leaving = true;
      new GoAway(lastId, LinkError.NONE, reason).encode(socket.outbox().frame());
      closeIfDone();
    }
  }

  /** Ends the link at once; its calls are cancelled. */
  public void close(String reason) {
    socket.fail(LinkError.NONE, reason);
  }

  /** Tells the link's credit if it has changed by an eighth or more since it was told. */
  public void tellCredit() {
    int credit = load.credit(serving.size());
    if (socket.isOpen() && Math.abs(credit - toldCredit) > toldCredit / 8) {
      toldCredit = credit;
      new Credit(credit, load.inFlight()).encode(socket.outbox().frame());
    }
  }

  private void closeIfDone() {
    if (leaving && serving.isEmpty()) {
      socket.fail(LinkError.NONE, "all calls have ended");
    }
  }

  /** A call that is owed an answer. */
  private final class Serving {
    final int id;
    final Request request;
    final Target target;
    Assembly assembly;
    Call call;
    long startedAt;

    Serving(int id, Request request, Target target) {
      this.id = id;
      this.request = request;
      this.target = target;
    }

    void begin(ByteBuf payload) {
      startedAt = nanoClock.getAsLong();
      Encoding encoding;
      try {
        encoding = Encoding.of(request.encoding());
      } catch (IllegalArgumentException e) {
        payload.release();
        refuse(Status.BAD_REQUEST, e.getMessage());
        return;
      }
      Deadline deadline = Deadline.after(request.timeLeft(), startedAt);
      call = new Call(target, encoding, payload, request.attachments(), deadline);
      next.call(call).onComplete(this::end);
    }

    private void end(AsyncResult<Reply> result) {
      if (serving.get(id) != this) {
        if (result.succeeded()) {
          Replies.release(result.result()); // cancelled: nobody waits for it
        }
        return;
      }
      serving.remove(id);
      if (result.succeeded()) {
        answer(result.result());
      } else {
        answer(CallFailure.of(result.cause(), where));
      }
      closeIfDone();
    }

    void refuse(Status status, String detail) {
      if (serving.remove(id) != null) {
        answer(new CallFailure(status, where, detail));
        closeIfDone();
      }
    }

    private void answer(Reply reply) {
      try {
        write(reply.status(), reply.encoding(), reply.payload(), reply.attachments());
      } catch (IllegalArgumentException e) {
        reply.payload().release();
        answer(new CallFailure(Status.TOO_LARGE, where, e.getMessage()));
      }
    }

    private void answer(CallFailure failure) {
      ByteBuf detail = Replies.detail(ALLOC, failure, where);
      write(failure.status(), Encoding.TEXT, detail, Map.of());
    }

    private void write(
        Status status, Encoding encoding, ByteBuf payload, Map<String, String> attachments) {
      int size = payload.readableBytes();
      long took = nanoClock.getAsLong() - startedAt;
      Response response =
          Replies.response(status.code(), encoding, size, load, serving.size(), took, attachments);
      boolean large = socket.outbox().isLarge(size);
      response.encodeHead(socket.outbox().frame(), id, large ? 0 : size);
      toldCredit = response.credit();
      if (large) {
        socket.outbox().chunks(id, payload);
      } else {
        socket.outbox().payload(payload);
      }
    }

    void drop() {
      if (assembly != null) {
        releaseAssembly();
      }
      if (call != null) {
        call.cancel();
      }
    }

    void releaseAssembly() {
      assembling -= assembly.expected();
      assembly.release();
      assembly = null;
    }
  }

  private final class Events implements LinkSocket.Peer {

    @Override
    public void onHello(Hello hello) {
      // the caller's limits bound what we send: answers over its maxMessage it refuses by itself
    }

    @Override
    public void onFrame(Frame frame) {
      try {
        switch (frame.type()) {
          case FrameType.DEFINE -> onDefine(Define.decode(frame));
          case FrameType.REQUEST -> onRequest(frame);
          case FrameType.CHUNK -> onChunk(frame);
          case FrameType.CANCEL -> onCancel(frame.id());
          case FrameType.GO_AWAY, FrameType.CREDIT -> {}
          default ->
              throw new FrameException(
                  LinkError.PROTOCOL,
                  "a frame of type 0x%02x is not for this side".formatted(frame.type()));
        }
      } finally {
        frame.release();
      }
    }

    private void onDefine(Define define) {
      ServiceKey service = new ServiceKey(define.interfaceName(), define.group(), define.version());
      definitions.define(define.index(), new Target(service, define.method(), define.descriptor()));
    }

    private void onRequest(Frame frame) {
      Request request = Request.decode(frame);
      if (frame.id() == 0 || serving.containsKey(frame.id())) {
        throw new FrameException(
            LinkError.PROTOCOL, "a request with the id %d, which is taken".formatted(frame.id()));
      }
      lastId = frame.id();
      Serving entry = new Serving(frame.id(), request, definitions.get(request.index()));
      serving.put(entry.id, entry);
      if (leaving) {
        entry.refuse(Status.REFUSED, "the agent is leaving");
      } else if (request.messageLength() > options.maxMessage()) {
        entry.refuse(
            Status.TOO_LARGE,
            "the arguments take %d bytes, expected at most %d"
                .formatted(request.messageLength(), options.maxMessage()));
      } else if (frame.hasMore()) {
        assemble(entry, frame);
      } else {
        ClientLink.requireLength(request.messageLength(), frame);
        entry.begin(frame.retainedPayload());
      }
    }

    private void assemble(Serving entry, Frame frame) {
      if (assembling + entry.request.messageLength() > options.maxAssembling()) {
        entry.refuse(
            Status.REFUSED, "too many bytes of unfinished requests on one link: " + assembling);
        return;
      }
      assembling += entry.request.messageLength();
      entry.assembly = new Assembly(ALLOC, entry.request.messageLength());
      add(entry, frame);
    }

    private void onChunk(Frame frame) {
      Serving entry = serving.get(frame.id());
      if (entry != null && entry.assembly != null) {
        add(entry, frame);
      } // otherwise its request was refused or cancelled
    }

    private void add(Serving entry, Frame frame) {
      if (entry.assembly.add(frame)) {
        ByteBuf payload = entry.assembly.take().retain();
        entry.releaseAssembly();
        entry.begin(payload);
      }
    }

    private void onCancel(int id) {
      Serving entry = serving.remove(id);
      socket.outbox().drop(id);
      if (entry != null) {
        entry.drop();
        closeIfDone();
      }
    }

    @Override
    public void onWritability(boolean writable) {
      // who doesn't read answers gets to make no calls: its requests stay in its own socket
      if (writable) {
        socket.resumeReading();
      } else {
        socket.pauseReading();
      }
    }

    @Override
    public void onClosed(String reason) {
      List<Serving> lost = new ArrayList<>(serving.values());
      serving.clear();
      lost.forEach(Serving::drop);
      onClosed.accept(ServerLink.this);
    }
  }
}
