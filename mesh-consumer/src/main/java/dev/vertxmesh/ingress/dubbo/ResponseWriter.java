package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboEvent;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RelayedMessages;
import dev.vertxmesh.net.StrayHttp;
import dev.vertxmesh.net.WriteBatch;
import io.netty.buffer.ByteBuf;

/** All that is written to one consumer. */
final class ResponseWriter {

  private static final String NO_HTTP =
      "this port of %s speaks Dubbo's protocol, for Dubbo consumers: calls over HTTP go to port"
          + " 20000 by default, requests for health and metrics to 20002";

  private final WriteBatch batch;
  private final String where;
  private long lastId;

  /**
   * @param where this agent, as failures name it
   */
  ResponseWriter(WriteBatch batch, String where) {
    this.batch = batch;
    this.where = where;
  }

  /**
   * What a call ended with.
   *
   * @param reply null if it has failed
   */
  void end(CallInFlight call, Reply reply, Throwable cause) {
    if (cause != null) {
      fail(call, CallFailure.of(cause, where));
    } else if (reply.encoding().isDubboBody()) {
      pass(call, reply);
    } else {
      release(reply);
      String detail = "the answer isn't Dubbo's but " + reply.encoding();
      fail(call, new CallFailure(Status.PROVIDER_ERROR, where, detail));
    }
  }

  /**
   * Says that the answer is lost, because there's no room for it.
   *
   * @param reply null if it has failed
   * @param pending bytes that the consumer hasn't taken
   */
  void leave(CallInFlight call, Reply reply, long pending) {
    release(reply);
    String detail = "%d bytes of answers wait for this consumer already".formatted(pending);
    fail(call, new CallFailure(Status.LOST, where, detail));
  }

  /**
   * Nobody waits for it.
   *
   * @param reply null if it has failed
   */
  static void release(Reply reply) {
    if (reply != null) {
      reply.payload().release();
    }
  }

  private void pass(CallInFlight call, Reply reply) {
    int serialization = reply.encoding().dubboSerialization();
    ByteBuf body = reply.payload();
    int length = body.readableBytes();
    batch.append(out -> RelayedMessages.writeResponse(out, serialization, call.id(), length), body);
  }

  private void fail(CallInFlight call, CallFailure failure) {
    batch.append(
        out ->
            RelayedMessages.writeFailure(
                out,
                call.serialization(),
                call.counted(),
                call.id(),
                FailureStatus.of(failure.status()),
                FailureStatus.text(failure, call.call())));
  }

  /**
   * Answers a request that doesn't become a call.
   *
   * @param body of the request, or what there is of it
   * @param name of what would have been a call, in logs and errors
   */
  void refuse(int flags, long id, ByteBuf body, DubboStatus status, String reason, String name) {
    if (DubboHeader.isTwoWay(flags)) {
      batch.append(
          out ->
              RelayedMessages.writeFailure(
                  out,
                  DubboHeader.serialization(flags),
                  RelayedMessages.isCounted(body),
                  id,
                  status,
                  "%s (%s, id %s)".formatted(reason, where, name)));
    }
  }

  /**
   * Tells who speaks HTTP which port this is.
   *
   * @param request released here
   */
  void inHttp(ByteBuf request) {
    request.release();
    batch.append(out -> StrayHttp.answer(out, NO_HTTP.formatted(where)));
  }

  /** Answers a heartbeat that asks for it. */
  void event(int flags, long id, ByteBuf body) {
    boolean asks = DubboHeader.isRequest(flags) && DubboHeader.isTwoWay(flags);
    if (asks && DubboEvent.read(body) == DubboEvent.HEARTBEAT) {
      batch.append(out -> DubboEvent.writeAnswer(out, flags, id, body));
    }
  }

  /** Asks whether the consumer is there. */
  void heartbeat() {
    batch.append(out -> DubboEvent.writeHeartbeat(out, ++lastId));
  }

  /** Asks it to send no more requests on this connection. */
  void readOnly() {
    batch.append(out -> RelayedMessages.writeReadOnly(out, ++lastId));
  }
}
