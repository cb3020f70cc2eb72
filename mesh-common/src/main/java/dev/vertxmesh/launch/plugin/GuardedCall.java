package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Map;
import java.util.Objects;

/**
 * One call in the hands of a plugin's bridge: it ends once, on its event loop. The plugin gets its
 * arguments on the heap, which nobody has to release, and which nobody else's bytes take the place
 * of where the plugin reads them too late.
 */
final class GuardedCall {

  private final PluginGuard guard;
  private final CallLoop loop;
  private final Call call;
  private final Promise<Reply> promise = Promise.promise();
  private Call handed;
  private boolean answered;
  private boolean ended;

  GuardedCall(PluginGuard guard, CallLoop loop, Call call) {
    this.guard = guard;
    this.loop = loop;
    this.call = call;
  }

  Future<Reply> begin(Bridge bridge) {
    try {
      handed = call.again(Unpooled.wrappedBuffer(ByteBufUtil.getBytes(call.payload())));
      if (call.exchange() != null) {
        handed.exchange(new Exchange(call.exchange().requests(), this::onAnswer));
      }
      call.onCancel(this::onCancel);
      Future<Reply> answer = Objects.requireNonNull(bridge.call(handed), "no future");
      answer.onComplete((reply, cause) -> loop.run(() -> onEnd(reply, cause)));
    } catch (Throwable e) { // a plugin may throw what it likes
      end(null, guard.failure(call, "call() threw", e));
    } finally {
      call.payload().release();
    }
    return promise.future();
  }

  /** The answer begins, on any thread; at most once, and not after the call's end. */
  private void onAnswer(Map<String, String> metadata, ReadStream<Buffer> messages) {
    loop.run(
        () -> {
          if (!answered && !ended) {
            answered = true;
            call.exchange().answer(metadata, messages);
          }
        });
  }

  private void onCancel() {
    if (ended) {
      return;
    }
    long timer =
        loop.context()
            .owner()
            .setTimer(
                guard.held().toMillis(),
                late ->
                    end(
                        null,
                        guard.failure(
                            call, "call() hasn't ended a call that was cancelled", null)));
    promise.future().onComplete(done -> loop.context().owner().cancelTimer(timer));
    guard.tell("what cancels a call", handed::cancel);
  }

  private void onEnd(Reply reply, Throwable cause) {
    if (ended) {
      release(reply);
    } else if (cause instanceof CallFailure failure) {
      end(null, failure);
    } else if (cause != null) {
      end(null, guard.failure(call, "call() failed", cause));
    } else {
      onReply(reply);
    }
  }

  private void onReply(Reply reply) {
    String wrong = wrong(reply);
    if (wrong == null) {
      end(reply, null);
    } else {
      release(reply);
      end(null, guard.failure(call, "call() answered " + wrong, null));
    }
  }

  /** Null if nothing is. */
  private String wrong(Reply reply) {
    if (reply == null) {
      return "null";
    } else if (reply.status() != Status.OK && reply.status() != Status.EXCEPTION) {
      return "with the status " + reply.status() + ", expected OK or EXCEPTION";
    } else if (reply.payload() == null || reply.payload().refCnt() == 0) {
      return "without a payload";
    } else if (reply.encoding() == null || !isIn(reply)) {
      return "in %s, expected %s".formatted(reply.encoding(), call.encoding());
    }
    return isWhole(reply.attachments()) ? null : "an attachment that is null";
  }

  /** Of Dubbo's encodings any will do. */
  private boolean isIn(Reply reply) {
    return call.encoding().isDubboBody()
        ? reply.encoding().isDubboBody()
        : reply.encoding() == call.encoding();
  }

  private static boolean isWhole(Map<String, String> attachments) {
    return attachments != null
        && attachments.entrySet().stream()
            .allMatch(one -> one.getKey() != null && one.getValue() != null);
  }

  private static void release(Reply reply) {
    ByteBuf payload = reply == null ? null : reply.payload();
    if (payload != null && payload.refCnt() > 0) {
      payload.release();
    }
  }

  private void end(Reply reply, CallFailure failure) {
    if (ended) {
      return;
    }
    ended = true;
    if (reply == null) {
      promise.fail(failure);
    } else {
      promise.complete(reply);
    }
  }
}
