package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.plugin.FilterPlugin;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A plugin's filter, whatever it does: each call ends once, on its event loop, and all that the
 * filter was handed is released once. So the filter itself releases nothing.
 */
final class GuardedFilter implements Filter {

  private final Filter filter;
  private final PluginGuard guard;
  private final CallLoop loop;

  /** On the event loop. */
  GuardedFilter(FilterPlugin plugin, Vertx vertx, String agent) {
    this.guard = PluginGuard.of(agent, plugin);
    this.loop = CallLoop.current(vertx.getOrCreateContext());
    try {
      this.filter = Objects.requireNonNull(plugin.make(vertx), "no filter");
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalArgumentException(
          "plugin " + plugin.name() + ": " + plugin.getClass().getName() + ": " + e, e);
    }
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    return new Passing(call, next).begin();
  }

  void close() {
    if (filter instanceof AutoCloseable closeable) {
      guard.tell("the filter's close()", closeable::close);
    }
  }

  /** A call on its way through the filter, and what the filter takes for the next layer. */
  private final class Passing implements Caller {
    private final Call call;
    private final Caller next;
    private final Promise<Reply> promise = Promise.promise();
    private final List<Reply> given = new ArrayList<>(1);

    /** Other than the call itself: they are cancelled on their own. */
    private final Set<Call> copies = Collections.newSetFromMap(new IdentityHashMap<>(0));

    private boolean handedOn;
    private boolean ended;

    Passing(Call call, Caller next) {
      this.call = call;
      this.next = next;
    }

    Future<Reply> begin() {
      call.onCancel(this::onCancel);
      try {
        filter.apply(call, this).onComplete((reply, cause) -> loop.run(() -> onEnd(reply, cause)));
      } catch (Throwable e) { // a plugin may throw what it likes
        end(null, guard.failure(call, "the filter threw", e));
      }
      return promise.future();
    }

    @Override
    public Future<Reply> call(Call handed) {
      if (loop.isCurrent()) {
        return handOn(handed);
      }
      Promise<Reply> later = Promise.promise();
      loop.later(() -> handOn(handed).onComplete(later));
      return later.future();
    }

    private Future<Reply> handOn(Call handed) {
      boolean own = handed == call;
      if (ended || own && handedOn) {
        if (!own) {
          handed.payload().release();
        }
        return Future.failedFuture(
            ended ? tooLate() : guard.failure(call, "the call was handed on twice", null));
      }
      handedOn |= own;
      if (!own) {
        copies.add(handed);
      }
      return next.call(handed).transform(answer -> onAnswer(handed, answer));
    }

    /** From below. */
    private Future<Reply> onAnswer(Call handed, AsyncResult<Reply> answer) {
      copies.remove(handed);
      if (call.isCancelled()) { // which the layers below were told, and this one not
        onCancel();
      }
      if (ended) {
        if (answer.succeeded()) {
          answer.result().payload().release();
        }
        return Future.failedFuture(tooLate());
      }
      call.onCancel(this::onCancel);
      if (answer.failed()) {
        return Future.failedFuture(answer.cause());
      }
      given.add(answer.result());
      return Future.succeededFuture(answer.result());
    }

    private CallFailure tooLate() {
      return new CallFailure(Status.CANCELLED, guard.where(), "the call has ended");
    }

    private void onCancel() {
      end(
          null,
          new CallFailure(Status.CANCELLED, guard.where(), "nobody waits for the call any more"));
    }

    /** What the filter says. */
    private void onEnd(Reply reply, Throwable cause) {
      if (ended) {
        if (reply != null
            && reply.payload() != null
            && given.stream().noneMatch(one -> one.payload() == reply.payload())) {
          reply.payload().release();
        }
      } else if (cause instanceof CallFailure failure) {
        end(null, failure);
      } else if (cause != null) {
        end(null, guard.failure(call, "the filter failed", cause));
      } else if (reply == null || reply.payload() == null || reply.status() == null) {
        end(null, guard.failure(call, "the filter answered null", null));
      } else {
        end(reply, null);
      }
    }

    private void end(Reply reply, CallFailure failure) {
      if (ended) {
        return;
      }
      ended = true;
      if (!handedOn) {
        call.payload().release();
      }
      List.copyOf(copies).forEach(Call::cancel);
      for (Reply one : given) {
        if (reply == null || one.payload() != reply.payload()) {
          one.payload().release();
        }
      }
      if (reply == null) {
        promise.fail(failure);
      } else {
        promise.complete(reply);
      }
    }
  }
}
