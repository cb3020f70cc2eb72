package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.frame.Answer;
import dev.vertxmesh.frame.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Completable;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.streams.ReadStream;
import java.util.Map;
import javax.net.ssl.SSLSession;

/** A call that is owed an answer. It ends once: answered, refused or dropped. */
final class ServedCall implements Origin, Completable<Reply> {

  private final int id;
  private final Request request;
  private final Target target;
  private final ServerLink link;
  private MessageAssembler assembly;
  private Call call;
  private Streams.LinkStream streams;
  private Map<String, String> answer;
  private Reply last;
  private Throwable broken;
  private long startedAt;
  private long held;

  ServedCall(int id, Request request, Target target, ServerLink link) {
    this.id = id;
    this.request = request;
    this.target = target;
    this.link = link;
  }

  @Override
  public WireProtocol protocol() {
    return WireProtocol.LINK;
  }

  @Override
  public SocketAddress peer() {
    return link.netSocket().remoteAddress();
  }

  /** A link has nothing else beside the call's attachments. */
  @Override
  public String header(String name) {
    return request.attachments().get(name);
  }

  @Override
  public SSLSession tls() {
    return link.netSocket().sslSession();
  }

  int id() {
    return id;
  }

  Request request() {
    return request;
  }

  /** Microseconds since its request was whole; 0 if it never was. */
  long microsUntil(long now) {
    return startedAt == 0 ? 0 : (now - startedAt) / 1_000;
  }

  /** When it was answered: the meter has noted it just now, unless it has streams. */
  long endedAt() {
    boolean isNoted = streams == null && call != null && call.record().hasReached(Stage.ENDED);
    return isNoted ? call.record().at(Stage.ENDED) : link.now();
  }

  /** The name that a line of this agent's log has made for it; null if none has. */
  String madeName() {
    return call == null ? null : call.record().madeName();
  }

  /** Bytes that it's counted for while its request isn't whole. */
  long held() {
    return held;
  }

  void held(long bytes) {
    held = bytes;
  }

  /** Null unless its request comes in parts and isn't whole yet. */
  MessageAssembler assembly() {
    return assembly;
  }

  void assembly(MessageAssembler parts) {
    assembly = parts;
  }

  /** The request is whole: makes the call. */
  void begin(ByteBuf payload, long now) {
    startedAt = now;
    Encoding encoding;
    CallOptions options;
    try {
      encoding = Encoding.of(request.encoding());
      options = CallOptions.of(request.options());
    } catch (IllegalArgumentException e) {
      payload.release();
      link.refuse(this, Status.BAD_REQUEST, e.getMessage());
      return;
    }
    Deadline deadline =
        request.timeLeft() == Request.NO_DEADLINE
            ? Deadline.none(now)
            : Deadline.after(request.timeLeft(), now);
    if (encoding == Encoding.GRPC) {
      call = call(encoding, Unpooled.EMPTY_BUFFER, deadline, options);
      converse(payload);
    } else {
      call = call(encoding, payload, deadline, options);
      link.next().call(call).onComplete(this);
    }
  }

  private Call call(Encoding encoding, ByteBuf payload, Deadline deadline, CallOptions options) {
    Call made = new Call(target, encoding, payload, request.attachments(), deadline, options);
    made.record().came(this, startedAt);
    return made;
  }

  /** The link refuses it, or breaks it off. */
  void ended(CallFailure failure, long now) {
    if (call == null) {
      link.next().ended(Call.unmade(target, this, now, failure));
    } else {
      call.record().refuse(failure);
    }
  }

  private void converse(ByteBuf whole) {
    int most = link.streams().mostWhole();
    if (whole.readableBytes() > most || !link.streams().areAgreed()) {
      whole.release();
      link.refuse(
          this,
          Status.BAD_REQUEST,
          "a gRPC call needs a link with streams and has a payload of at most " + most + " bytes");
      return;
    }
    streams = link.streams().open(id, false, this::onFault, this::onBroken);
    streams.in().begin();
    call.exchange(new Exchange(streams.in(), this::onAnswer));
    link.next().call(call).onComplete(this);
    if (whole.isReadable()) {
      streams.in().whole(whole); // its reader is there by now, and needs no copy
    } else {
      whole.release();
    }
  }

  /** The answer's messages begin. */
  private void onAnswer(Map<String, String> metadata, ReadStream<Buffer> messages) {
    if (!link.isServing(this)) {
      return; // it was cancelled, which the provider hears, too
    }
    call.record().reached(Stage.ANSWERED, link.now());
    answer = metadata;
    link.streams().hold(streams.out(), none -> sendAnswer());
    streams.out().read(messages);
  }

  private void sendAnswer() {
    try {
      link.sendQueue().frame(out -> Answer.encode(out, id, answer));
    } catch (IllegalArgumentException e) {
      refuse(Status.TOO_LARGE, e.getMessage());
    }
  }

  /** Who reads the request has thrown, or is too slow. */
  private void onFault(Throwable fault) {
    if (fault instanceof CallFailure known) {
      refuse(known.status(), "reading the request: " + known.getMessage());
    } else {
      refuse(Status.INTERNAL, "reading the request: " + fault);
    }
  }

  /** Tells why before the call is cancelled, whose end would say that its caller went away. */
  private void refuse(Status status, String detail) {
    try {
      link.refuse(this, status, detail);
    } finally {
      call.cancel();
    }
  }

  /** The answer's messages break off; the end of the call says why, unless the link did it. */
  private void onBroken(Throwable cause) {
    if (cause instanceof CallFailure known
        && (known.status() == Status.TOO_LARGE || known.where().equals("link"))) {
      refuse(known.status(), "the answer broke off: " + known.getMessage());
      return;
    }
    broken = cause;
    if (last != null) {
      endBroken();
    }
  }

  @Override
  public void complete(Reply reply, Throwable cause) {
    if (!link.isServing(this)) {
      if (cause == null) {
        reply.payload().release(); // cancelled: nobody waits for it
      }
    } else if (streams == null || cause != null) {
      end(reply, cause);
    } else {
      last = reply;
      if (broken != null) {
        endBroken();
      } else {
        Reply whole = ReplyFrames.whole(last, answer, streams.out(), link::close);
        last = whole;
        streams.out().whenSent(() -> end(whole, null));
      }
    }
  }

  private void endBroken() {
    last.payload().release();
    last = null;
    link.refuse(this, Status.PROVIDER_ERROR, "the answer broke off: " + broken);
  }

  private void end(Reply reply, Throwable cause) {
    last = null;
    if (link.remove(this)) {
      answer(reply, cause);
    }
  }

  private void answer(Reply reply, Throwable cause) {
    try {
      if (cause == null) {
        link.answer(this, reply);
      } else {
        link.answer(this, CallFailure.of(cause, link.name()));
      }
    } catch (RuntimeException | Error e) { // such as out of memory: nobody must wait in vain
      link.close("an answer was lost: " + e);
      throw e;
    }
  }

  /** It has been taken out: nothing of it crosses the link any more but its answer. */
  void closeStreams() {
    if (streams != null) {
      link.streams().close(streams);
      streams.in().close();
    }
  }

  /** Nobody waits for it any more. */
  void drop() {
    if (streams != null) {
      dropStreams();
    }
    if (assembly != null) {
      assembly.release();
      assembly = null;
    }
    if (call != null) {
      call.cancel();
    }
  }

  private void dropStreams() {
    link.streams().close(streams);
    if (last != null) {
      last.payload().release();
      last = null;
    }
    streams.in().fail(new CallFailure(Status.CANCELLED, link.name(), "the caller went away"));
  }
}
