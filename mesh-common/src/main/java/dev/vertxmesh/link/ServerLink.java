package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameType;
import dev.vertxmesh.frame.GoAway;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.setup.Load;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.function.Consumer;

/** The end of a link that takes calls and answers them. */
public final class ServerLink {

  /**
   * How long a caller that was told to go away has for going. Who closes first while requests are
   * on their way has its last words thrown away by the other's TCP, GO_AWAY among them.
   */
  private static final long LINGER_MILLIS = 1_000;

  private final LinkSetup setup;
  private final Load load;
  private final CallPath next;
  private final Consumer<ServerLink> onClosed;
  private final LinkSocket socket;
  private final SendQueue sendQueue;
  private final Streams streams;
  private final InFlightMap<ServedCall> serving = new InFlightMap<>();
  private final RequestReceiver receiver;
  private final ResponseSender responses;
  private boolean leaving;
  private boolean lingering;

  private ServerLink(
      NetSocketInternal netSocket,
      LinkSetup setup,
      Load load,
      CallPath next,
      Consumer<ServerLink> onClosed) {
    this.setup = setup;
    this.load = load;
    this.next = next;
    this.onClosed = onClosed;
    this.receiver = new RequestReceiver(this, setup, serving);
    int credit = load.credit(0);
    this.socket = new LinkSocket(netSocket, setup, credit, true, new Events());
    this.sendQueue = socket.sendQueue();
    this.responses = new ResponseSender(setup.name(), load, serving, sendQueue, credit);
    this.streams = new Streams(setup, sendQueue);
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
      CallPath next,
      Consumer<ServerLink> onClosed) {
    ServerLink link = new ServerLink(socket, setup, load, next, onClosed);
    link.socket.start();
    return link;
  }

  public int inFlight() {
    return serving.size();
  }

  /** Whether the other side hasn't said yet who it is. */
  public boolean isGreeting() {
    return socket.isGreeting();
  }

  NetSocket netSocket() {
    return socket.netSocket();
  }

  /** The other side's address. */
  public String remote() {
    return socket.remote();
  }

  /** Takes no new calls, finishes those it has, and closes. */
  public void leave(String reason) {
    if (!leaving) {
      leaving = true;
      receiver.close();
      socket.greet();
      sendQueue.frame(new GoAway(receiver.lastId(), LinkError.NONE, reason)::encode);
      closeIfDone();
    }
  }

  /** Ends the link at once; its calls are cancelled. */
  public void close(String reason) {
    close(LinkError.NONE, reason);
  }

  /** Ends the link at once for a fault of the other side's; its calls are cancelled. */
  public void close(LinkError code, String reason) {
    socket.fail(code, reason);
  }

  /** Tells the link's credit if it has changed by more than an eighth since it was told. */
  public void tellCredit() {
    if (socket.isOpen()) {
      responses.tellCredit();
    }
  }

  long now() {
    return setup.nanoClock().getAsLong();
  }

  String name() {
    return setup.name();
  }

  boolean sheds() {
    return load.sheds();
  }

  CallPath next() {
    return next;
  }

  Streams streams() {
    return streams;
  }

  SendQueue sendQueue() {
    return sendQueue;
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
      CallFailure failure = new CallFailure(status, name(), detail);
      call.ended(failure, now());
      answer(call, failure);
    }
  }

  /** Refuses a call because the event loop is short of CPU; it has been counted already. */
  void shed(ServedCall call) {
    if (remove(call)) {
      answer(call, new CallFailure(Status.REFUSED, name(), CallFailure.SHORT_OF_CPU));
    }
  }

  void answer(ServedCall call, Reply reply) {
    responses.send(call.id(), call.microsUntil(call.endedAt()), reply);
    closeIfDone();
  }

  void answer(ServedCall call, CallFailure failure) {
    responses.send(call.id(), call.microsUntil(now()), failure, call.madeName());
    closeIfDone();
  }

  private void closeIfDone() {
    if (leaving && !lingering && serving.isEmpty() && sendQueue.isDrained()) {
      lingering = true;
      setup
          .vertx()
          .setTimer(LINGER_MILLIS, timer -> socket.fail(LinkError.NONE, "all calls have ended"));
    }
  }

  private final class Events implements LinkSocket.Peer {

    @Override
    public void onHello(Hello hello) {
      responses.maxMessage(hello.maxMessage());
      streams.onHello(hello);
    }

    @Override
    public void onFrame(Frame frame) {
      switch (frame.type()) {
        case FrameType.DEFINE -> receiver.onDefine(Define.decode(frame));
        case FrameType.REQUEST -> receiver.onRequest(frame);
        case FrameType.CHUNK -> receiver.onChunk(frame);
        case FrameType.CANCEL -> onCancel(frame.id());
        case FrameType.DATA -> streams.onData(frame);
        case FrameType.WINDOW -> streams.onWindow(frame);
        case FrameType.GO_AWAY, FrameType.CREDIT -> {}
        default -> throw LinkSocket.notForThisSide(frame);
      }
    }

    private void onCancel(int id) {
      sendQueue.large().drop(id);
      ServedCall call = serving.remove(id);
      if (call != null) {
        receiver.drop(call);
        closeIfDone();
      }
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
      if (sendQueue.isFull()) {
        socket.pauseReading();
      } else if (sendQueue.hasRoom()) {
        socket.resumeReading();
      }
      closeIfDone();
    }

    @Override
    public void onClosed(String reason) {
      List<ServedCall> lost = serving.all();
      serving.clear();
      lost.forEach(call -> NotifyEach.alone(() -> receiver.drop(call)));
      receiver.release();
      streams.onClosed();
      onClosed.accept(ServerLink.this);
    }
  }
}
