package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.MethodQuestion;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboEvent;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.RelayedMessages;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import dev.vertxmesh.net.WriteBatch;
import io.netty.buffer.ByteBuf;

/** All that is written to one provider: each as a whole, or not at all. */
final class ConnectionWriter {

  private final WriteBatch batch;
  private final DubboOptions options;
  private long lastId;

  ConnectionWriter(WriteBatch batch, DubboOptions options) {
    this.batch = batch;
    this.options = options;
  }

  /**
   * A call, whose payload stays the caller's.
   *
   * @return the id of its response
   * @throws CallFailure if there's no room for it, now or ever
   * @throws BadArgument if it's wrong
   */
  long call(Call call, CallPlan plan) {
    checkRoom();
    long id = ++lastId;
    if (call.encoding().isDubboBody()) {
      checkSize(call.payload().readableBytes());
      batch.append(out -> writeHead(out, id, call), call.payload().retain());
    } else {
      batch.append(
          out -> {
            int start = out.writerIndex();
            write(out, id, call, plan);
            checkSize(out.writerIndex() - start - DubboHeader.SIZE);
          });
    }
    return id;
  }

  private void write(ByteBuf out, long id, Call call, CallPlan plan) {
    ConversionBudget arguments = ConversionBudget.begin();
    try {
      plan.write(out, id, call);
    } catch (OverBudgetException e) {
      throw ArgumentsTooLarge.failure(e, options.where());
    } finally {
      arguments.close();
    }
  }

  private void checkRoom() {
    if (!batch.isConnected()) {
      throw new CallFailure(Status.UNAVAILABLE, options.where(), "the connection has just ended");
    } else if (batch.pending() > options.maxPending()) {
      throw new CallFailure(
          Status.REFUSED, options.where(), "the provider reads slower than it's written to");
    }
  }

  private void checkSize(int bytes) {
    if (bytes > options.maxBody()) {
      throw new CallFailure(
          Status.TOO_LARGE,
          options.where(),
          "the request has " + bytes + " bytes, the limit is " + options.maxBody());
    }
  }

  /**
   * A request that every service answers.
   *
   * @param protocolVersion that it claims to come from
   * @return the id of its response
   */
  long echo(Serialization in, ServiceKey service, String protocolVersion) {
    long id = ++lastId;
    batch.append(out -> RequestEncoder.writeEcho(out, in, id, service, protocolVersion));
    return id;
  }

  /**
   * A request that tells of a method by how it's refused.
   *
   * @return the id of its response
   */
  long question(Serialization in, MethodQuestion question) {
    checkRoom();
    long id = ++lastId;
    batch.append(out -> question.write(out, id, in));
    return id;
  }

  /** Asks whether the provider is there. */
  void heartbeat(Serialization in) {
    batch.append(out -> DubboEvent.writeHeartbeat(out, ++lastId, in));
  }

  /** Answers a heartbeat that asks for it, if it's read. */
  void answer(int flags, long id, ByteBuf body) {
    boolean isDue = DubboHeader.isRequest(flags) && DubboHeader.isTwoWay(flags);
    if (isDue && batch.pending() <= options.maxPending()) {
      batch.append(out -> DubboEvent.writeAnswer(out, flags, id, body));
    }
  }

  /**
   * Appends the head of a request that passes as a Dubbo consumer made it: the call's payload
   * belongs behind it as it is.
   */
  private static void writeHead(ByteBuf out, long id, Call call) {
    RelayedMessages.writeRequest(
        out,
        call.encoding().dubboSerialization(),
        !call.options().oneWay(),
        id,
        call.payload().readableBytes());
  }
}
