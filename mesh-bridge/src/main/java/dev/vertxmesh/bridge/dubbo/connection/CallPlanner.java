package dev.vertxmesh.bridge.dubbo.connection;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.JsonArguments;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
  private static final long PROBE_MILLIS = 1_000;

  /** How long all questions about a method may take. */
  private static final long SIGNATURE_MILLIS = 2_000;

  private static final int PART_OF_DEADLINE = 4;

  private final ContextInternal context;
  private final DubboOptions options;
  private final RequestEncoder requests;
  private final CapabilityProbe.Echo echo;
  private final Sender sender;
  private final CapabilityProbe probe;
  private final CapabilityProbe strictProbe;
  private final SignatureProbe signatures;

  CallPlanner(
      ContextInternal context,
      DubboOptions options,
      RequestEncoder requests,
      EchoRequests asker,
      Sender sender) {
    this.context = context;
    this.options = options;
    this.requests = requests;
    this.echo = asker::ask;
    this.sender = sender;
    this.probe = probe(options.serializations(), Capabilities.OLD, requests::speak);
    // a serialization that may spoil an argument isn't given it
    this.strictProbe = probe(List.of(Serialization.HESSIAN2), Capabilities.V2_7, found -> {});
    this.signatures =
        new SignatureProbe(
            asker::ask,
            action -> context.setTimer(SIGNATURE_MILLIS, timer -> action.run()),
            requests::learn);
    requests.forget(); // it may be another provider than before
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
        action -> context.setTimer(PROBE_MILLIS, timer -> action.run()),
        onSerialization);
  }

  /** How the provider speaks to calls that aren't strict. */
  CapabilityProbe probe() {
    return probe;
  }

  private CapabilityProbe probeFor(Call call) {
    return call.options().strict() ? strictProbe : probe;
  }

  /** Has a call sent, now or when it's known how; or refuses it, and releases its payload. */
  Future<Reply> call(Call call) {
    return call(call, probeFor(call).capabilities(), false);
  }

  /**
   * @param capabilities null if it isn't known yet
   * @param asked whether the types have been asked for
   */
  private Future<Reply> call(Call call, Capabilities capabilities, boolean asked) {
    CallPlan plan;
    ConversionBudget arguments = call.encoding().isDubboBody() ? null : ConversionBudget.begin();
    try {
      checkName(call);
      RequestEncoder encoder = requests.of(call);
      List<JsonToken> kinds =
          asked || !encoder.lacksTypes(call) ? null : unknown(call, capabilities);
      if (kinds != null) {
        return capabilities == null ? callLater(call) : callLater(call, capabilities, kinds);
      }
      plan = encoder.plan(call, capabilities);
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
      if (arguments != null) { // of those that pass nothing is made
        arguments.close();
      }
    }
    return plan.mode() == null ? callLater(call) : sender.send(call, plan);
  }

  /**
   * The first token of each argument of a call whose types nobody knows; null if the provider can't
   * tell them either.
   */
  private List<JsonToken> unknown(Call call, Capabilities capabilities) {
    if (capabilities == null) {
      return List.of(); // that's asked first
    }
    boolean tells = capabilities.hasRawReturn(); // older ones list their methods
    if (!tells || !signatures.isWorthASearch(call.target())) {
      return null;
    }
    JsonArguments.Given given = JsonArguments.given(call.payload());
    return given.names() == null && !given.kinds().isEmpty() ? given.kinds() : null;
  }

  /** When it's known what the method takes, or that nobody finds it out. */
  private Future<Reply> callLater(Call call, Capabilities capabilities, List<JsonToken> kinds) {
    return callLater(
        call,
        (then, failed) -> {
          long late =
              context.setTimer(
                  patience(call), timer -> then.accept(() -> call(call, capabilities, true)));
          Runnable leave =
              signatures.find(
                  call.target(),
                  kinds,
                  count -> {
                    context.owner().cancelTimer(late);
                    then.accept(() -> counted(call, capabilities, kinds.size(), count));
                  });
          return () -> {
            context.owner().cancelTimer(late);
            leave.run();
          };
        });
  }

  /**
   * What a call may wait of its own time to know its types, in milliseconds; then the search goes
   * on without it.
   */
  private static long patience(Call call) {
    long left = call.deadline().millisLeft(System.nanoTime());
    return Math.max(1, Math.min(SIGNATURE_MILLIS, left / PART_OF_DEADLINE));
  }

  private Future<Reply> counted(Call call, Capabilities capabilities, int given, int count) {
    if (count == SignatureProbe.UNKNOWN || count == given || !requests.lacksTypes(call)) {
      return call(call, capabilities, true);
    }
    call.payload().release();
    return context.failedFuture(
        new CallFailure(
            Status.BAD_REQUEST,
            options.where(),
            "%d argument%s given, but the method takes %d"
                .formatted(given, given == 1 ? "" : "s", count)));
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
          "method: '%s' is Dubbo's own, expected a method of the service".formatted(method));
    }
  }

  /**
   * That what comes back can be read for what it is.
   *
   * @throws CallFailure if it's known that it can't
   */
  private void checkStrictly(Call call) {
    if (call.options().strict() && !strictProbe.answersInKind()) {
      throw new CallFailure(
          Status.SERIALIZATION,
          options.where(),
          "strict: the provider answers in another serialization than hessian2, in which different"
              + " values look alike; have it answer in hessian2");
    }
  }

  /** When it's known who the provider is. */
  private Future<Reply> callLater(Call call) {
    return callLater(
        call,
        (then, failed) ->
            probeFor(call)
                .find(
                    call.target().service(),
                    found -> then.accept(() -> call(call, found, false)),
                    cause -> failed.accept(notSent(cause))));
  }

  /** Something that a call waits for. */
  @FunctionalInterface
  private interface Search {
    /**
     * @param then is told how the call goes on
     * @return to be run by a call that doesn't wait any more
     */
    Runnable begin(Consumer<Supplier<Future<Reply>>> then, Consumer<CallFailure> failed);
  }

  private Future<Reply> callLater(Call call, Search search) {
    if (call.isCancelled()) {
      call.payload().release();
      return context.failedFuture(cancelled(options.where()));
    }
    Promise<Reply> promise = context.promise();
    AtomicBoolean waits = new AtomicBoolean(true);
    Runnable leave =
        search.begin(
            then -> {
              if (waits.getAndSet(false) && !promise.future().isComplete()) {
                call.onCancel(null);
                then.get().onComplete(promise);
              }
            },
            cause -> refuse(call, cause, promise));
    if (waits.get()) { // it keeps no place meanwhile: the provider has never seen it
      call.onCancel(
          () -> {
            leave.run();
            refuse(call, cancelled(options.where()), promise);
          });
    }
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
