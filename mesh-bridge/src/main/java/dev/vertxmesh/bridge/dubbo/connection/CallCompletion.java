package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.reply.ErrorMapping;
import dev.vertxmesh.bridge.dubbo.reply.RefusedValue;
import dev.vertxmesh.bridge.dubbo.reply.ReplyDecoder;
import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Promise;

/**
 * How calls that a provider has end: with the reply that a response is, or with a failure, of which
 * the response alone doesn't always tell the reason.
 */
record CallCompletion(
    ReplyDecoder replies, RequestEncoder requests, String where, Provider provider) {

  /** The provider as one connection knows it. */
  interface Provider {

    /** Sends an echo to the service. */
    void ask(Serialization in, ServiceKey service, PendingResponse asker);

    /** Whether it has ever understood a request. */
    boolean hasUnderstood();

    /** It exports nothing any more. */
    void onLeaving();
  }

  /**
   * A call that the provider has.
   *
   * @param plan how it was put
   * @param promise completed once
   */
  PendingResponse of(Call call, CallPlan plan, Promise<Reply> promise) {
    return new CallInFlight(call, plan, promise);
  }

  /** A call that waits for a response, to what it asks itself or to a question about it. */
  private abstract static class Waiting implements PendingResponse {

    final Call call;
    final Serialization serialization;
    final Promise<Reply> promise;

    /**
     * @param serialization that the call went in
     */
    Waiting(Call call, Serialization serialization, Promise<Reply> promise) {
      this.call = call;
      this.serialization = serialization;
      this.promise = promise;
    }

    @Override
    public void onLost(CallFailure cause) {
      promise.fail(cause);
    }

    @Override
    public boolean isAbandoned() {
      return call.isCancelled();
    }
  }

  private final class CallInFlight extends Waiting {

    private final GenericMode mode;
    private final JavaType returned;
    private final String openTypes;
    private final byte[] kept;

    CallInFlight(Call call, CallPlan plan, Promise<Reply> promise) {
      super(call, plan.serialization(), promise);
      this.mode = plan.mode();
      this.returned = plan.returned();
      this.openTypes = plan.openTypes();
      this.kept = plan.kept();
    }

    @Override
    public void onResponse(int flags, int status, ByteBuf body) {
      try {
        if (call.isCancelled()) {
          throw cancelled();
        }
        Reply reply = replies.read(flags, status, body, call, mode, returned);
        requests.onServed(call.target().service());
        promise.complete(openTypes == null ? reply : reply.with(Reply.TYPES, openTypes));
      } catch (RuntimeException e) {
        onFailure(CallFailure.of(e, where), status);
      } catch (Error e) {
        promise.tryFail(CallFailure.of(e, where));
        throw e;
      }
    }

    /** Dubbo 3 says the same of a service and of a method that it doesn't have. */
    private void onFailure(CallFailure failure, int status) {
      if (ErrorMapping.isUndecided(failure, status)) {
        provider.ask(serialization, call.target().service(), new Undecided(this, failure));
      } else {
        CallFailure placed = RefusedValue.placed(failure, kept);
        promise.fail(hinted(explained(placed, call, serialization), call));
      }
    }
  }

  /** A call that has failed; why, depends on what its service answers to {@code $echo}. */
  private final class Undecided extends Waiting {

    private final CallFailure failure;

    Undecided(Waiting failed, CallFailure failure) {
      super(failed.call, failed.serialization, failed.promise);
      this.failure = failure;
    }

    @Override
    public void onResponse(int flags, int status, ByteBuf body) {
      promise.fail(call.isCancelled() ? cancelled() : decided(flags, status, body));
    }

    private CallFailure decided(int flags, int status, ByteBuf body) {
      String reason = status == DubboStatus.OK.code() ? "" : reason(flags, body);
      CallFailure decided = ErrorMapping.decided(failure, status, reason);
      boolean isTold = decided.status() == Status.NO_METHOD && requests.isTold(call.target());
      return isTold
          ? ErrorMapping.ofTold(failure)
          : hinted(explained(decided, call, serialization), call);
    }

    private static String reason(int flags, ByteBuf body) {
      try {
        return ResultReader.readReason(DubboHeader.serialization(flags), body);
      } catch (DubboCodecException e) {
        return "";
      }
    }
  }

  /**
   * What isn't there although the provider told that it is, or had it: one that leaves takes back
   * one service after the other, and 2.7 waits for its registry in between.
   */
  private CallFailure explained(CallFailure failure, Call call, Serialization in) {
    if (failure.status() != Status.NO_SERVICE) {
      return failure;
    }
    ServiceKey service = call.target().service();
    boolean leaves = ErrorMapping.isOfOneWhoLeaves(failure);
    if (leaves) {
      provider.onLeaving();
    }
    boolean had = leaves || requests.hasServed(service);
    return had || requests.isExported(service)
        ? ErrorMapping.ofExported(failure, had || provider.hasUnderstood(), in)
        : failure;
  }

  /** A Dubbo consumer is told in its provider's own words. */
  private CallFailure hinted(CallFailure failure, Call call) {
    return call.encoding().isDubboBody() ? failure : requests.hints().of(failure, call.target());
  }

  private CallFailure cancelled() {
    return new CallFailure(Status.CANCELLED, where, "nobody waits for the answer");
  }
}
