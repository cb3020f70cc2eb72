package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.MessageReader;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A caller's side of a call, message by message. */
final class Conversation {

  final List<byte[]> answers = new ArrayList<>();
  final Call call;
  private final FilledStream requests = new FilledStream(() -> {});
  private final MessageReader reader = new MessageReader(1 << 20, answers::add);
  private ReadStream<Buffer> stream;
  private Future<Reply> reply;

  Conversation(String service, String method, Deadline deadline) {
    this(service, method, deadline, Map.of());
  }

  Conversation(String service, String method, Deadline deadline, Map<String, String> metadata) {
    Target target = new Target(ServiceKey.of(service), method, "");
    call = new Call(target, Encoding.GRPC, Unpooled.EMPTY_BUFFER, metadata, deadline);
    call.exchange(new Exchange(requests, this::onAnswer));
  }

  private void onAnswer(Map<String, String> metadata, ReadStream<Buffer> messages) {
    stream = messages;
    messages.endHandler(end -> {});
    messages.handler(
        buffer -> {
          reader.read(Buffers.bytes(buffer));
        });
    messages.resume();
  }

  Conversation begin(Caller caller) {
    reply = caller.call(call);
    return this;
  }

  Conversation say(byte[] message) {
    return sayBytes(MessageReader.framed(message));
  }

  Conversation sayBytes(byte[] bytes) {
    requests.add(Buffer.buffer(bytes));
    return this;
  }

  Conversation halfClose() {
    requests.end();
    return this;
  }

  /** Reads no more until told to. */
  ReadStream<Buffer> stream() {
    return stream;
  }

  boolean isOver() {
    return reply.isComplete();
  }

  /** The trailers; null while there are none. */
  Map<String, String> trailers() {
    return reply.succeeded() ? reply.result().attachments() : null;
  }

  CallFailure failure() {
    return (CallFailure) reply.cause();
  }
}
