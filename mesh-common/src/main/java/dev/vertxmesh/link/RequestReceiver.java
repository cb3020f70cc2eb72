package dev.vertxmesh.link;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.setup.Quota;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Where requests come in: finds out what they are for, refuses those that can't be taken, and puts
 * together those that come in parts, up to a bound on what is unfinished.
 */
final class RequestReceiver {

  /** Roughly the bytes of an unfinished request that has none of its own. */
  private static final int HELD_EACH = 512;

  private final ServerLink link;
  private final LinkSetup setup;
  private final InFlightMap<ServedCall> serving;
  private final NamedTargets names;
  private final Quota unfinished;
  private long assembling;
  private int lastId;
  private boolean closed;

  /**
   * @param serving the calls that are owed an answer, those whose request isn't whole too
   */
  RequestReceiver(ServerLink link, LinkSetup setup, InFlightMap<ServedCall> serving) {
    this.link = link;
    this.setup = setup;
    this.serving = serving;
    this.names = new NamedTargets(setup.options().dictionary(), setup.bounds().names());
    this.unfinished = setup.bounds().unfinished();
  }

  /** The last call that was taken. */
  int lastId() {
    return lastId;
  }

  /** Takes no new calls. */
  void close() {
    closed = true;
  }

  void onDefine(Define define) {
    names.define(define);
  }

  void onRequest(Frame frame) {
    Request request = Request.decode(frame);
    if (frame.id() == 0 || serving.contains(frame.id())) {
      throw new FrameException(
          LinkError.PROTOCOL, "a request with the id %d, which is taken".formatted(frame.id()));
    }
    lastId = frame.id();
    Target target = names.get(request.index());
    ServedCall call = new ServedCall(frame.id(), request, target, link);
    serving.put(call.id(), call);
    if (!refuses(call) && frame.hasMore()) {
      assemble(call, frame);
    } else if (serving.contains(call.id())) {
      MessageAssembler.requireWhole(request.messageLength(), frame);
      call.begin(frame.retainedPayload(), setup.nanoClock().getAsLong());
    }
  }

  private boolean refuses(ServedCall call) {
    long length = call.request().messageLength();
    int most = setup.options().maxMessage();
    if (closed) {
      link.refuse(call, Status.REFUSED, "the agent is leaving");
    } else if (length > most) {
      link.refuse(
          call,
          Status.TOO_LARGE,
          "the arguments take %d bytes, expected at most %d".formatted(length, most));
    } else if (link.sheds()) {
      link.shed(call);
    } else {
      return false;
    }
    return true;
  }

  private void assemble(ServedCall call, Frame frame) {
    long length = call.request().messageLength();
    call.held(length + frame.fieldsLength() + HELD_EACH);
    if (assembling + call.held() > setup.options().maxAssembling()) {
      link.refuse(
          call,
          Status.REFUSED,
          "unfinished requests on one link take " + assembling + " bytes already");
      return;
    }
    if (!unfinished.take(call.held())) {
      link.refuse(
          call,
          Status.REFUSED,
          "unfinished requests on all links take " + unfinished.taken() + " bytes already");
      return;
    }
    assembling += call.held();
    call.assembly(new MessageAssembler(ByteBufAllocator.DEFAULT, length));
    add(call, frame);
  }

  void onChunk(Frame frame) {
    ServedCall call = serving.get(frame.id());
    if (call != null && call.assembly() != null) {
      add(call, frame);
    } // otherwise its request was refused or cancelled
  }

  private void add(ServedCall call, Frame frame) {
    if (call.assembly().add(frame)) {
      ByteBuf payload = call.assembly().take();
      call.assembly(null);
      give(call);
      call.begin(payload, setup.nanoClock().getAsLong());
    }
  }

  /** Nobody waits for it any more; it has been taken out. */
  void drop(ServedCall call) {
    if (call.assembly() != null) {
      give(call);
    }
    call.drop();
  }

  private void give(ServedCall call) {
    assembling -= call.held();
    unfinished.give(call.held());
  }

  /** The link is gone, and every call was dropped. */
  void release() {
    names.release();
  }
}
