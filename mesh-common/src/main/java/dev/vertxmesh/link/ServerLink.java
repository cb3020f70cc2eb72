package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
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
import io.vertx.core.internal.net.NetSocketInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The end of a link that takes calls and answers them. */
public final class ServerLink {

  private static final ByteBufAllocator ALLOC = ByteBufAllocator.DEFAULT;

  /**
   * How long a caller that was told to go away has for going. Who closes first while requests are
   * on their way has its last words thrown away by the other's TCP, GO_AWAY among them.
   */
  private static final long LINGER_MILLIS = 1_000;

  private final LinkSetup setup;
  private final Load load;
  private final Caller next;
  private final Consumer<ServerLink> onClosed;
  private final LinkSocket socket;
  private final Outbox outbox;
  private final Streams streams;
  private final Definitions<Target> definitions;
  private final IntObjectHashMap<ServedCall> serving = new IntObjectHashMap<>();
  private long assembling;
  private int lastId;
  private int toldCredit;
  private int peerMaxMessage;
  private boolean leaving;
  private boolean lingering;

  private ServerLink(
      NetSocketInternal netSocket,
      LinkSetup setup,
      Load load,
      Caller next,
      Consumer<ServerLink> onClosed) {
    this.setup = setup;
    this.load = load;
    this.next = next;
    this.onClosed = onClosed;
    this.definitions = new Definitions<>(setup.options().dictionary());
    this.toldCredit = load.credit(0);
    this.socket = new LinkSocket(netSocket, setup, toldCredit, new Events());
    this.outbox = socket.outbox();
    this.streams = new Streams(setup, outbox);
  }

  /**
   * Makes a link of a socket that was just accepted, on the socket's event loop.
   *
   * @param next what is called for each request, on this event loop
   * @param onClosed once, when the link is gone and its calls are cancelled
   */
  public static ServerLink over(
      NetSocketInternal socket,
      LinkSetup setup,
      Load load,
      Caller next,
      Consumer<ServerLink> onClosed) {
    ServerLink link = new ServerLink(socket, setup, load, next, onClosed);
    link.socket.start();
    return link;
  }

  public int inFlight() {
    return serving.size();
  }

  /** How many bytes of a stream the other side may send ahead of its reader. */
  public int window() {
    return streams.window();
  }

  /** The other side's address. */
  public String remote() {
    return socket.remote();
  }

  /** Takes no new calls, finishes those it has, and closes. */
  public void leave(String reason) {
    if (!leaving) {
      leaving = true;
      new GoAway(lastId, LinkError.NONE, reason).encode(outbox.frame());
      closeIfDone();
    }
  }

  /** Ends the link at once; its calls are cancelled. */
  public void close(String reason) {
    socket.fail(LinkError.NONE, reason);
  }

  /** Tells the link's credit if it has changed by more than an eighth since it was told. */
  public void tellCredit() {
    int credit = load.credit(serving.size());
    if (socket.isOpen() && Math.abs(credit - toldCredit) > toldCredit / 8) {
      toldCredit = credit;
      new Credit(credit, load.inFlight()).encode(outbox.frame());
    }
  }

  String name() {
    return setup.name();
  }

  Caller next() {
    return next;
  }

  Streams streams() {
    return streams;
  }

  /** Whether its answer is still waited for. */
  boolean isServing(ServedCall call) {
    return serving.get(call.id()) == call;
  }

  /** Takes a call out; false when it was taken out before: nobody waits for it. */
  boolean remove(ServedCall call) {
    if (!isServing(call)) {
      return false;
    }
    serving.remove(call.id());
    call.closeStreams();
    return true;
  }

  void refuse(ServedCall call, Status status, String detail) {
    if (remove(call)) {
      answer(call, new CallFailure(status, name(), detail));
    }
  }

  void answer(ServedCall call, Reply reply) {
    int size = reply.payload().readableBytes();
    if (size > peerMaxMessage) {
      reply.payload().release();
      String detail =
          "the answer takes %d bytes, expected at most %d".formatted(size, peerMaxMessage);
      answer(call, new CallFailure(Status.TOO_LARGE, name(), detail));
      return;
    }
    try {
      write(call, reply.status(), reply.encoding(), reply.payload(), reply.attachments());
      closeIfDone();
    } catch (IllegalArgumentException e) {
      reply.payload().release();
      answer(call, new CallFailure(Status.TOO_LARGE, name(), e.getMessage()));
    }
  }

  /** The detail begins with the place, where that isn't this agent. */
  void answer(ServedCall call, CallFailure failure) {
    String detail = Replies.detail(failure, name());
    write(call, failure.status(), Encoding.TEXT, Replies.text(ALLOC, detail), Map.of());
    closeIfDone();
  }

  private void write(
      ServedCall call,
      Status status,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments) {
    int size = payload.readableBytes();
    boolean large = outbox.isLarge(size);
    int credit = load.credit(serving.size());
    new Response(
            status.code(),
            encoding.code(),
            size,
            load.inFlight(),
            credit,
            call.microsUntil(setup.nanoClock().getAsLong()),
            attachments)
        .encodeHead(outbox.frame(), call.id(), large ? 0 : size);
    toldCredit = credit;
    if (large) {
      outbox.chunks(call.id(), payload);
    } else {
      outbox.payload(payload);
    }
  }

  private void closeIfDone() {
    if (leaving && !lingering && serving.isEmpty() && outbox.isDrained()) {
      lingering = true;
      setup
          .vertx()
          .setTimer(LINGER_MILLIS, timer -> socket.fail(LinkError.NONE, "all calls have ended"));
    }
  }

  private final class Events implements LinkSocket.Peer {

    @Override
    public void onHello(Hello hello) {
      peerMaxMessage = hello.maxMessage();
      streams.onHello(hello);
    }

    @Override
    public void onFrame(Frame frame) {
      switch (frame.type()) {
        case FrameType.DEFINE -> onDefine(Define.decode(frame));
        case FrameType.REQUEST -> onRequest(frame);
        case FrameType.CHUNK -> onChunk(frame);
        case FrameType.CANCEL -> onCancel(frame.id());
        case FrameType.DATA -> streams.onData(frame);
        case FrameType.WINDOW -> streams.onWindow(frame);
        case FrameType.GO_AWAY, FrameType.CREDIT -> {}
        default -> throw LinkSocket.notForThisSide(frame);
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
      Target target = definitions.get(request.index());
      ServedCall call = new ServedCall(frame.id(), request, target, ServerLink.this);
      serving.put(call.id(), call);
      if (!refuses(call) && frame.hasMore()) {
        assemble(call, frame);
      } else if (serving.containsKey(call.id())) {
        Assembly.requireWhole(request.messageLength(), frame);
        call.begin(frame.retainedPayload(), setup.nanoClock().getAsLong());
      }
    }

    private boolean refuses(ServedCall call) {
      long length = call.request().messageLength();
      int most = setup.options().maxMessage();
      if (leaving) {
        refuse(call, Status.REFUSED, "the agent is leaving");
      } else if (length > most) {
        refuse(
            call,
            Status.TOO_LARGE,
            "the arguments take %d bytes, expected at most %d".formatted(length, most));
      } else {
        return false;
      }
      return true;
    }

    private void assemble(ServedCall call, Frame frame) {
      long length = call.request().messageLength();
      if (assembling + length > setup.options().maxAssembling()) {
        refuse(
            call,
            Status.REFUSED,
            "unfinished requests on one link take " + assembling + " bytes already");
        return;
      }
      assembling += length;
      call.assembly(new Assembly(ALLOC, length));
      add(call, frame);
    }

    private void onChunk(Frame frame) {
      ServedCall call = serving.get(frame.id());
      if (call != null && call.assembly() != null) {
        add(call, frame);
      } // otherwise its request was refused or cancelled
    }

    private void add(ServedCall call, Frame frame) {
      if (call.assembly().add(frame)) {
        ByteBuf payload = call.assembly().take();
        call.assembly(null);
        assembling -= call.request().messageLength();
        call.begin(payload, setup.nanoClock().getAsLong());
      }
    }

    private void onCancel(int id) {
      outbox.drop(id);
      ServedCall call = serving.remove(id);
      if (call != null) {
        drop(call);
        closeIfDone();
      }
    }

    private void drop(ServedCall call) {
      if (call.assembly() != null) {
        assembling -= call.request().messageLength();
      }
      call.drop();
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
      // who doesn't read answers gets to make no calls: its requests stay in its own socket
      if (outbox.isFull()) {
        socket.pauseReading();
      } else if (outbox.hasRoom()) {
        socket.resumeReading();
      }
      closeIfDone();
    }

    @Override
    public void onClosed(String reason) {
      List<ServedCall> lost = new ArrayList<>(serving.values());
      serving.clear();
      lost.forEach(this::drop);
      streams.onClosed();
      onClosed.accept(ServerLink.this);
    }
  }
}
