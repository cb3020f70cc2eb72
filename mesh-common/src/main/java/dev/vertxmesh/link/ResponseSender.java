package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Credit;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.link.setup.Load;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;

/** Tells a link's other side how calls have ended, and with each how many it may have in flight. */
final class ResponseSender {

  private final String name;
  private final Load load;
  private final InFlightMap<ServedCall> serving;
  private final SendQueue sendQueue;
  private int toldCredit;
  private int maxMessage;

  /**
   * @param name of this agent, where failures don't name it
   * @param serving the calls that are owed an answer
   * @param toldCredit what the HELLO tells
   */
  ResponseSender(
      String name,
      Load load,
      InFlightMap<ServedCall> serving,
      SendQueue sendQueue,
      int toldCredit) {
    this.name = name;
    this.load = load;
    this.serving = serving;
    this.sendQueue = sendQueue;
    this.toldCredit = toldCredit;
  }

  /** Bytes of an answer that the other side takes. */
  void maxMessage(int bytes) {
    maxMessage = bytes;
  }

  /** Tells the link's credit if it has changed by more than an eighth since it was told. */
  void tellCredit() {
    int credit = load.credit(serving.size());
    if (Math.abs(credit - toldCredit) > toldCredit / 8) {
      toldCredit = credit;
      sendQueue.frame(new Credit(credit, load.inFlight())::encode);
    }
  }

  /**
   * @param micros since the request was whole
   */
  void send(int id, long micros, Reply reply) {
    int size = reply.payload().readableBytes();
    if (size > maxMessage) {
      reply.payload().release();
      String detail = "the answer takes %d bytes, expected at most %d".formatted(size, maxMessage);
      send(id, micros, new CallFailure(Status.TOO_LARGE, name, detail));
      return;
    }
    LargeMessages large = sendQueue.large();
    int reserved = large.isLarge(size) ? reply.payload().capacity() : 0; // it grew by doubling
    if (reserved > 0 && !large.reserve(reserved)) {
      reply.payload().release();
      String detail = "the answer takes %d bytes, more than answers that wait leave of the memory";
      send(id, micros, new CallFailure(Status.TOO_LARGE, name, detail.formatted(size)));
      return;
    }
    try {
      write(id, micros, reply, reserved);
    } catch (IllegalArgumentException e) { // of the head, before it's given on
      large.unreserve(reserved);
      reply.payload().release();
      send(id, micros, new CallFailure(Status.TOO_LARGE, name, e.getMessage()));
    } catch (RuntimeException | Error e) { // such as out of memory
      large.unreserve(reserved);
      reply.payload().release();
      throw e;
    }
  }

  private void write(int id, long micros, Reply reply, int reserved) {
    write(
        id,
        micros,
        reply.status(),
        reply.encoding(),
        reply.payload(),
        reply.attachments(),
        reserved);
  }

  private void send(int id, long micros, CallFailure failure) {
    send(id, micros, failure, null);
  }

  /**
   * The detail begins with the place, where that isn't this agent.
   *
   * @param called the name that this agent has made for the call; null if it hasn't
   */
  void send(int id, long micros, CallFailure failure, String called) {
    String detail = ReplyFrames.detail(failure, name);
    ByteBuf text = ReplyFrames.text(ByteBufAllocator.DEFAULT, detail);
    Map<String, String> attachments = ReplyFrames.attachments(failure, called);
    write(id, micros, failure.status(), Encoding.TEXT, text, attachments, 0);
  }

  private void write(
      int id,
      long micros,
      Status status,
      Encoding encoding,
      ByteBuf payload,
      Map<String, String> attachments,
      int reserved) {
    int size = payload.readableBytes();
    int credit = load.credit(serving.size());
    Response response =
        new Response(
            status.code(), encoding.code(), size, load.inFlight(), credit, micros, attachments);
    if (sendQueue.large().isLarge(size)) {
      sendQueue.frame(out -> response.encodeHead(out, id, 0));
      sendQueue.large().send(id, payload, reserved);
    } else {
      sendQueue.frame(out -> response.encodeHead(out, id, size), payload);
    }
    toldCredit = credit;
  }
}
