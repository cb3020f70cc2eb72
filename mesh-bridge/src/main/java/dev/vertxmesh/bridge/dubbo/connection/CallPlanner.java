package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.List;
import java.util.function.Consumer;

/**
 * Decides how a connection's calls are put to the provider. Where that depends on who it is, two
 * echoes find it out before the first such call, which waits meanwhile: those of strict calls go in
 * hessian2, and are asked for apart from the others'.
 */
final class CallPlanner {

  /** Sends a call, whose payload is released in the end. */
  @FunctionalInterface
  interface Sender {
    Future<Reply> send(Call call, CallPlan plan);
  }

  /** How long an answer in a serialization may take that the provider may not know. */
  private static final long SPEECH_MILLIS = 1_000;

  private final ContextInternal context;
  private final DubboOptions options;
  private final RequestEncoder requests;
  private final CapabilityProbe.Echo echo;
  private final Sender sender;
  private final CapabilityProbe speech;
  private final CapabilityProbe strictSpeech;

  CallPlanner(
      ContextInternal context,
      DubboOptions options,
      RequestEncoder requests,
      CapabilityProbe.Echo echo,
      Sender sender) {
    this.context = context;
    this.options = options;
    this.requests = requests;
    this.echo = echo;
    this.sender = sender;
    this.speech = probe(options.serializations(), Capabilities.OLD, requests::speak);
    // whoever may spoil an argument isn't given it
    this.strictSpeech = probe(List.of(Serialization.HESSIAN2), Capabilities.V2_7, found -> {});
  }

  private CapabilityProbe probe(
      List<Serialization> candidates,
      Capabilities otherwise,
      Consumer<Serialization> onSerialization) {
    return new CapabilityProbe(
        candidates,
        otherwise,
        options.where(),
        echo,
        action -> context.setTimer(SPEECH_MILLIS, timer -> action.run()),
        onSerialization);
  }

  /** How the provider speaks to calls that aren't strict. */
  CapabilityProbe speech() {
    return speech;
  }

  private CapabilityProbe speech(Call call) {
    return call.options().strict() ? strictSpeech : speech;
  }

  /** Has a call sent, now or when it's known how; or refuses it, and releases its payload. */
  Future<Reply> call(Call call) {
    return call(call, speech(call).capabilities());
  }

  /**
   * @param capabilities null if it isn't known yet
   */
  private Future<Reply> call(Call call, Capabilities capabilities) {
    CallPlan plan;
    ConversionBudget arguments = ConversionBudget.begin();
    try {
      checkName(call);
      plan = (call.options().strict() ? requests.strict() : requests).plan(call, capabilities);
      checkStrictly(call);
    } catch (BadArgument e) {
      call.payload().release();
      return context.failedFuture(
          new CallFailure(Status.BAD_REQUEST, options.where(), e.getMessage()));
    } catch (OverBudgetException e) {
      call.payload().release();
      return context.failedFuture(ArgumentsTooLarge.failure(e, options.where()));
    } catch (RuntimeException | Error e) { // a failure, or a fault of ours
      call.payload().release();
      return context.failedFuture(CallFailure.of(e, options.where()));
    } finally {
      arguments.close();
    }
    return plan.mode() == null ? callLater(call) : sender.send(call, plan);
  }

  /**
   * That it's a method of the service's own: by {@code $invoke} and its kin a caller would have any
   * other called, past what is looked at here.
   *
   * @throws CallFailure if it isn't
   */
  private void checkName(Call call) {
    String method = call.target().method();
    if (method.startsWith("$") && !call.encoding().isDubboBody()) {
      throw new CallFailure(
          Status.NO_METHOD,
          options.where(),
          "method: '%s' is Dubbo's own, expected one of the service".formatted(method));
    }
  }

  /**
   * That what comes back can be read for what it is.
   *
   * @throws CallFailure if it's known that it can't
   */
  private void checkStrictly(Call call) {
    if (call.options().strict() && !strictSpeech.answersInKind()) {
      throw new CallFailure(
          Status.SERIALIZATION,
          options.where(),
          "strict: the provider answers in another serialization than hessian2, in which different"
              + " values look alike; have it answer in hessian2");
    }
  }

  private Future<Reply> callLater(Call call) {
    if (call.isCancelled()) {
      call.payload().release();
      return context.failedFuture(cancelled(options.where()));
    }
    Promise<Reply> promise = context.promise();
    Runnable leave =
        speech(call)
            .find(
                call.target().service(),
                found -> {
                  if (!promise.future().isComplete()) {
                    call.onCancel(null);
                    call(call, found).onComplete(promise);
                  }
                },
                cause -> refuse(call, notSent(cause), promise));
    // it keeps no place meanwhile: the provider has never seen it
    call.onCancel(
        () -> {
          leave.run();
          refuse(call, cancelled(options.where()), promise);
        });
    return promise.future();
  }

  private static void refuse(Call call, CallFailure cause, Promise<Reply> promise) {
    if (promise.tryFail(cause)) {
      call.onCancel(null);
      call.payload().release();
    }
  }

  private static CallFailure notSent(CallFailure cause) {
    return cause.status() == Status.REFUSED
        ? cause
        : new CallFailure(Status.UNAVAILABLE, cause.where(), cause.getMessage());
  }

  static CallFailure cancelled(String where) {
    return new CallFailure(Status.CANCELLED, where, "cancelled before it was sent");
  }
}
