package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Calls for which no connection has room, in the order in which they came. */
final class WaitingCalls {

  private final StreamErrors endings;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  WaitingCalls(StreamErrors endings) {
    this.endings = endings;
  }

  /** Cancelling the call takes it out. */
  Future<Reply> add(Call call, SentRequest sent) {
    Waiting turn = new Waiting(call, sent);
    waiting.add(turn);
    call.onCancel(turn);
    return turn.promise.future();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int size() {
    return waiting.size();
  }

  /** The first of them gets the room that a connection has. */
  void beginNext(GrpcConnection connection) {
    waiting.remove().begin(connection);
  }

  /** All of them end so. */
  void fail(CallFailure failure) {
    List<Waiting> all = new ArrayList<>(waiting);
    waiting.clear();
    all.forEach(turn -> turn.fail(failure));
  }

  private final class Waiting implements Runnable {
    private final Call call;
    private final SentRequest sent;
    private final Promise<Reply> promise = Promise.promise();

    Waiting(Call call, SentRequest sent) {
      this.call = call;
      this.sent = sent;
    }

    void begin(GrpcConnection connection) {
      call.onCancel(null);
      connection.call(call, sent).onComplete(promise);
    }

    void fail(CallFailure failure) {
      call.onCancel(null);
      promise.fail(failure);
    }

    @Override
    public void run() {
      if (waiting.remove(this)) {
        promise.fail(endings.cancelled());
      }
    }
  }
}
