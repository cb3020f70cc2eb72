package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A call as a link would make it, on the bridge's event loop, and all that comes back. */
final class OneCall {

  private final Context context;
  private final Promise<Reply> end = Promise.promise();
  private final FilledStream requests = new FilledStream(() -> {});
  private final boolean reads;
  private final Buffer body = Buffer.buffer();
  private final Call call;
  private volatile Map<String, String> metadata;
  private volatile ReadStream<Buffer> messages;
  private volatile int read;

  private OneCall(Context context, Map<String, String> attachments, Deadline at, boolean reads) {
    this.context = context;
    this.reads = reads;
    ServiceKey service = new ServiceKey("com.x.Greeter", "blue", "1.0");
    this.call =
        new Call(
            new Target(service, "Hello", ""),
            Encoding.GRPC,
            Unpooled.EMPTY_BUFFER,
            attachments,
            at == null ? Deadline.none(System.nanoTime()) : at);
    call.exchange(new Exchange(requests, this::onAnswer));
  }

  static OneCall begin(Context context, Caller caller) {
    return begin(context, caller, Map.of(), null, true);
  }

  /**
   * @param at null for no deadline
   * @param reads whether the answer is read, or stays paused
   */
  static OneCall begin(
      Context context, Caller caller, Map<String, String> attachments, Deadline at, boolean reads) {
    OneCall one = new OneCall(context, attachments, at, reads);
    context.runOnContext(v -> caller.call(one.call).onComplete(one.end));
    return one;
  }

  private void onAnswer(Map<String, String> headers, ReadStream<Buffer> stream) {
    metadata = headers;
    messages = stream;
    stream.handler(
        buffer -> {
          body.appendBuffer(buffer);
          read = body.length();
        });
    if (reads) {
      stream.resume();
    }
  }

  OneCall send(Buffer bytes) {
    context.runOnContext(v -> requests.add(bytes));
    return this;
  }

  OneCall halfClose() {
    context.runOnContext(v -> requests.end());
    return this;
  }

  void cancel() {
    context.runOnContext(v -> call.cancel());
  }

  void read() {
    context.runOnContext(v -> messages.resume());
  }

  boolean requestsAreTaken() {
    return requests.isEmpty();
  }

  boolean hasAnswer() {
    return metadata != null;
  }

  boolean hasEnded() {
    return end.future().isComplete();
  }

  Map<String, String> metadata() {
    return metadata;
  }

  int bytesRead() {
    return read;
  }

  Reply reply() throws Exception {
    return end.future().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  Buffer body() {
    return body;
  }

  CallFailure failure() throws Exception {
    try {
      reply();
      throw new AssertionError("it has ended with a reply");
    } catch (ExecutionException e) {
      return (CallFailure) e.getCause();
    }
  }
}
