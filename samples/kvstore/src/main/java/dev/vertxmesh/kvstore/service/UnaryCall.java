package dev.vertxmesh.kvstore.service;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.kvstore.store.Result;
import io.vertx.core.Future;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.GrpcServerRequest;
import java.util.concurrent.TimeUnit;

/** One call, from its first byte until its answer has left or nobody waits for it any more. */
final class UnaryCall<Q, A> implements Turn {
  private final KeyValueEndpoint endpoint;
  private final Operation<Q, A> operation;
  private final GrpcServerRequest<Q, A> request;
  private final long startNanos;
  private Q asked;
  private int held;
  private boolean over;

  UnaryCall(KeyValueEndpoint endpoint, Operation<Q, A> operation, GrpcServerRequest<Q, A> request) {
    this.endpoint = endpoint;
    this.operation = operation;
    this.request = request;
    this.startNanos = endpoint.clock().getAsLong();
  }

  void listen() {
    request.errorHandler(error -> over = true); // the caller has cancelled it
    request.exceptionHandler(e -> over = true); // its connection is gone
    request.invalidMessageHandler(
        e ->
            refuse(
                GrpcStatus.RESOURCE_EXHAUSTED,
                "message: more than " + endpoint.maxMessage() + " bytes"));
    request.messageHandler(this::onMessage);
    request.endHandler(v -> onEnd());
  }

  private void onMessage(GrpcMessage message) {
    if (over) {
      return;
    }
    try {
      if (asked != null) {
        throw new Refusal(GrpcStatus.INTERNAL, "message: more than one, expected one");
      }
      asked = Messages.read(message, operation.method().decoder(), endpoint.maxMessage());
    } catch (Refusal e) {
      refuse(e.status(), e.getMessage());
    }
  }

  private void onEnd() {
    if (over) {
      return;
    }
    if (asked == null) {
      refuse(GrpcStatus.INTERNAL, "message: none, expected one");
      return;
    }
    try {
      enter(operation.key().apply(asked), operation.value().apply(asked));
    } catch (Refusal e) {
      refuse(e.status(), e.getMessage());
    }
  }

  private void enter(ByteString key, ByteString value) throws Refusal {
    endpoint.check(key, value);
    int size = key.size() + value.size();
    String refusal = endpoint.admission().enter(size);
    if (refusal != null) {
      throw new Refusal(GrpcStatus.RESOURCE_EXHAUSTED, refusal);
    }
    held = size;
    endpoint.pace().pass(this);
  }

  @Override
  public boolean isWanted() {
    return !over && !isLate();
  }

  private boolean isLate() {
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(request.timeout());
    return limitNanos > 0 && endpoint.clock().getAsLong() - startNanos >= limitNanos;
  }

  @Override
  public boolean isWrite() {
    return operation.write();
  }

  @Override
  public void run() {
    if (over) {
      leave();
      return;
    }
    try {
      if (isLate()) {
        throw new Refusal(GrpcStatus.DEADLINE_EXCEEDED, "grpc-timeout: over before its turn");
      }
      Result result = endpoint.apply(operation, asked);
      Future<Void> kept = endpoint.store().pending(operation.key().apply(asked));
      if (kept == null) {
        answer(result);
      } else {
        kept.onComplete(done -> answer(result));
      }
    } catch (Refusal e) {
      refuseWhenKept(e);
    }
  }

  /** That a key is there, or isn't, may be as fresh as a value. */
  private void refuseWhenKept(Refusal refusal) {
    Future<Void> kept = endpoint.store().pending(operation.key().apply(asked));
    if (kept == null) {
      leave();
      refuse(refusal.status(), refusal.getMessage());
    } else {
      kept.onComplete(
          done -> {
            leave();
            refuse(refusal.status(), refusal.getMessage());
          });
    }
  }

  private void answer(Result result) {
    if (over) {
      leave();
      return;
    }
    try {
      endpoint.checkHealth();
      A answer = operation.answer().apply(asked, result.entry());
      if (!operation.write()) {
        hold(((MessageLite) answer).getSerializedSize());
      }
      over = true;
      request.response().end(answer).onComplete(sent -> leave());
    } catch (Refusal e) {
      leave();
      refuse(e.status(), e.getMessage());
    }
  }

  private void hold(int size) throws Refusal {
    String refusal = endpoint.admission().grow(size);
    if (refusal != null) {
      throw new Refusal(GrpcStatus.RESOURCE_EXHAUSTED, refusal);
    }
    held += size;
  }

  private void leave() {
    endpoint.admission().leave(held);
    held = 0;
  }

  private void refuse(GrpcStatus status, String why) {
    if (!over) {
      over = true;
      request.response().status(status).statusMessage(why).end();
    }
  }
}
