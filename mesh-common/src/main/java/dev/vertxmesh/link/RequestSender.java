package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.frame.Request;
import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells a link's other side what is called. */
final class RequestSender {

  private final Targets targets;
  private final SendQueue sendQueue;
  private final LongSupplier nanoClock;

  /**
   * @param targets those that the other side has been told of
   */
  RequestSender(Targets targets, SendQueue sendQueue, LongSupplier nanoClock) {
    this.targets = targets;
    this.sendQueue = sendQueue;
    this.nanoClock = nanoClock;
  }

  /**
   * @param payload released, unless this throws
   * @throws IllegalArgumentException if no frame holds what goes with the call
   */
  void send(int id, Call call, ByteBuf payload) {
    int index = targets.numberOf(call.target());
    int size = payload.readableBytes();
    boolean large = sendQueue.large().isLarge(size);
    Consumer<ByteBuf> head =
        out ->
            Request.encodeHead(
                out,
                id,
                index,
                call.deadline().millisLeft(nanoClock.getAsLong()),
                size,
                call.encoding().code(),
                call.options().toByte(),
                attachments(call),
                large ? 0 : size);
    if (large) {
      sendQueue.frame(head);
      sendQueue.large().send(id, payload, 0); // its bytes are the body's, which is charged
    } else {
      sendQueue.frame(head, payload);
    }
  }

  private static Map<String, String> attachments(Call call) {
    String introduction = call.record().introduction();
    String name = call.record().madeName();
    if (introduction == null && name == null) {
      return call.attachments();
    }
    Map<String, String> all = new HashMap<>(call.attachments());
    if (introduction != null) {
      all.put(CallRecord.INTRODUCTION, introduction);
    }
    if (name != null) {
      all.put(CallRecord.ID, name);
    }
    return all;
  }
}
