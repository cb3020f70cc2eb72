package dev.vertxmesh.launch.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Back ends that do what they shouldn't. The test's thread is taken for the event loop. */
class GuardedBackendTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");
  private static final Logger LOG = Logger.getLogger(PluginGuard.class.getName());

  /** What a method of the plugin does in place of what it should. */
  private interface Fault {
    Object answer(Object... given) throws Throwable;
  }

  private static final Fault THROWS =
      given -> {
        throw new IllegalStateException("broken");
      };

  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong nanos = new AtomicLong();
  private final ByteBuf arguments = Unpooled.buffer().writeByte(1);
  private final ByteBuf result = Unpooled.buffer().writeByte(2);
  private final Call call =
      new Call(new Target(HELLO, "b", ""), Encoding.JSON, arguments, Map.of(), Deadline.none(0));
  private final List<LogRecord> warnings = new CopyOnWriteArrayList<>();

  /** How long it may take to begin or end something: what has ended is told a turn later. */
  private Duration patience = Duration.ofMinutes(10);

  /** How long a call that was cancelled may go on. */
  private Duration held = Duration.ofMillis(1);

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          warnings.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** What the plugin's methods do, by the interface's and the method's names; others are right. */
  private final Map<String, Fault> faults = new HashMap<>();

  private final List<String> told = new CopyOnWriteArrayList<>();
  private BackendOwner owner;
  private Function<Call, Future<Reply>> answers =
      any -> Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, result));

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void close() throws Exception {
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
    vertx.close().await(100, TimeUnit.SECONDS);
  }

  static Stream<Method> methods() {
    return Stream.of(BackendFactory.class, Backend.class, ServedServices.class, Bridge.class)
        .flatMap(type -> Stream.of(type.getMethods()))
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whateverThrowsNothingElseDoes(Method method) throws Exception {
    faults.put(nameOf(method), THROWS);
    askEverything();
    assertThat(warnings)
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.getMessage())
                    .contains("mesh-test, plugin odd: ", method.getName() + "() threw"));
    assertThat(warnings.get(0).getThrown()).hasMessage("broken");
  }

  static Stream<Method> methodsThatAnswer() {
    return methods()
        .filter(method -> !method.getReturnType().isPrimitive())
        .filter(method -> !method.getName().equals("problem"));
  }

  @ParameterizedTest
  @MethodSource("methodsThatAnswer")
  void whateverAnswersNullIsNoFaultOfOthers(Method method) throws Exception {
    faults.put(nameOf(method), given -> null);
    askEverything();
    assertThat(warnings)
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.getMessage()).contains("plugin odd: " + method.getName()));
  }

  private static String nameOf(Method method) {
    return method.getDeclaringClass().getSimpleName() + "." + method.getName();
  }

  /** As both agents do. */
  private void askEverything() throws Exception {
    Backend backend = backend();
    Bridge bridge = backend.open(vertx.getOrCreateContext(), new Noted());
    ask(Backend.class, backend);
    ask(ServedServices.class, backend.served());
    bridge.watch(() -> List.of(HELLO), () -> told.add("answering"));
    ask(Bridge.class, bridge);
  }

  private static <T> void ask(Class<T> type, T guarded) throws Exception {
    for (Method method : type.getMethods()) {
      if (method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers())) {
        Object answer = method.invoke(guarded);
        if (answer instanceof Future<?> future) {
          assertThat(future.await(100, TimeUnit.SECONDS)).isNull();
        } else if (method.getReturnType() != void.class && !method.getName().equals("problem")) {
          assertThat(answer).as(method.getName()).isNotNull();
        }
      }
    }
    if (guarded instanceof ServedServices served) {
      assertThat(served.methods(HELLO)).isNotNull();
    } else if (guarded instanceof Bridge bridge) {
      assertThat(endOf(bridge)).isTrue();
    }
  }

  private static boolean endOf(Bridge bridge) {
    ByteBuf payload = Unpooled.buffer().writeByte(1);
    Call one =
        new Call(new Target(HELLO, "b", ""), Encoding.JSON, payload, Map.of(), Deadline.none(0));
    Future<Reply> answer = bridge.call(one);
    assertThat(payload.refCnt()).isZero();
    return answer.isComplete();
  }

  @Test
  void aCallIsAnsweredAndNothingIsLost() {
    Future<Reply> answer = bridge().call(call);
    assertThat(answer.result().payload()).isSameAs(result);
    assertThat(arguments.refCnt()).isZero();
    assertThat(result.refCnt()).isOne();
    assertThat(warnings).isEmpty();
  }

  @Test
  void theArgumentsAreTheCallsAndMayComeBackAsTheAnswer() {
    answers = it -> Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, it.payload()));
    Future<Reply> answer = bridge().call(call);
    assertThat(answer.result().payload().readByte()).isEqualTo((byte) 1);
    assertThat(arguments.refCnt()).isZero();
  }

  @Test
  void whoReadsTheArgumentsLateReadsNobodyElses() {
    Promise<Reply> never = Promise.promise();
    List<Call> handed = new ArrayList<>();
    answers =
        it -> {
          handed.add(it);
          return never.future();
        };
    bridge().call(call);
    assertThat(arguments.refCnt()).isZero();
    assertThat(handed.get(0).payload().getByte(0)).isEqualTo((byte) 1);
  }

  @Test
  void aCallThatThrowsFailsWithThePluginsName() {
    answers =
        it -> {
          throw new IllegalStateException("broken");
        };
    assertFault(bridge().call(call), "call() threw: java.lang.IllegalStateException: broken");
  }

  @Test
  void soDoesOneThatFailsWithSomethingOfItsOwn() {
    answers = it -> Future.failedFuture(new IOException("reset"));
    assertFault(bridge().call(call), "call() failed: java.io.IOException: reset");
  }

  @Test
  void aFailureOfTheMeshIsPassedOn() {
    CallFailure failure = new CallFailure(Status.PROVIDER_ERROR, "odd", "no");
    answers = it -> Future.failedFuture(failure);
    assertThat(bridge().call(call).cause()).isSameAs(failure);
    assertThat(warnings).isEmpty();
  }

  static Stream<Map.Entry<String, Reply>> wrongReplies() {
    ByteBuf released = Unpooled.buffer();
    released.release();
    Map<String, String> attachments = new HashMap<>();
    attachments.put("a", null);
    return Stream.of(
        Map.entry("with the status TIMEOUT", reply(Status.TIMEOUT, Encoding.JSON)),
        Map.entry("with the status null", reply(null, Encoding.JSON)),
        Map.entry("in GRPC, expected JSON", reply(Status.OK, Encoding.GRPC)),
        Map.entry("in null, expected JSON", reply(Status.OK, null)),
        Map.entry("without a payload", new Reply(Status.OK, Encoding.JSON, null)),
        Map.entry("without a payload", new Reply(Status.OK, Encoding.JSON, released)),
        Map.entry(
            "an attachment that is null",
            new Reply(Status.OK, Encoding.JSON, Unpooled.buffer(), attachments)));
  }

  private static Reply reply(Status status, Encoding encoding) {
    return new Reply(status, encoding, Unpooled.buffer());
  }

  @ParameterizedTest
  @MethodSource("wrongReplies")
  void aReplyThatIsNoneFailsTheCall(Map.Entry<String, Reply> wrong) {
    answers = it -> Future.succeededFuture(wrong.getValue());
    assertFault(bridge().call(call), "call() answered " + wrong.getKey());
    ByteBuf payload = wrong.getValue().payload();
    assertThat(payload == null || payload.refCnt() == 0).isTrue();
  }

  @Test
  void anAnswerAfterTheEndIsReleased() {
    Promise<Reply> late = Promise.promise();
    answers = it -> late.future();
    Future<Reply> answer = bridge().call(call);
    call.cancel();
    await().until(answer::isComplete);
    assertFault(answer, "hasn't ended a call that was cancelled");
    late.complete(new Reply(Status.OK, Encoding.JSON, result));
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void whoIsToldThatNobodyWaitsMayEndTheCall() {
    held = Duration.ofMinutes(10); // the test's thread may be as slow as it likes
    Promise<Reply> ended = Promise.promise();
    CallFailure cancelled = new CallFailure(Status.CANCELLED, "odd", "as told");
    answers =
        it -> {
          it.onCancel(() -> ended.fail(cancelled));
          return ended.future();
        };
    Future<Reply> answer = bridge().call(call);
    call.cancel();
    assertThat(answer.cause()).isSameAs(cancelled);
  }

  @Test
  void anAnswerOnAnotherThreadIsBroughtBack() {
    Promise<Boolean> seen = Promise.promise();
    vertx.runOnContext(
        v -> {
          Thread loop = Thread.currentThread();
          answers =
              it ->
                  Future.fromCompletionStage(
                      java.util.concurrent.CompletableFuture.supplyAsync(
                          () -> new Reply(Status.OK, Encoding.JSON, result)));
          bridge().call(call).onComplete(done -> seen.complete(Thread.currentThread() == loop));
        });
    await().until(() -> seen.future().isComplete());
    assertThat(seen.future().result()).isTrue();
  }

  @Test
  void aFaultIsSaidOnceAMinute() {
    faults.put("Bridge.state", THROWS);
    Bridge bridge = bridge();
    assertThat(bridge.state()).isEqualTo("plugin odd: state() threw: " + broken());
    bridge.state();
    assertThat(warnings).hasSize(1);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    bridge.state();
    assertThat(warnings).hasSize(2);
  }

  private static String broken() {
    return new IllegalStateException("broken").toString();
  }

  @Test
  void aBridgeThatIsNotMadeIsNotConnectedAndSaysWhy() {
    faults.put("Backend.open", THROWS);
    Bridge bridge = bridge();
    String why = "plugin odd: open() threw: " + broken();
    await().until(() -> told.contains("disconnected: " + why));
    assertThat(bridge.isConnected()).isFalse();
    assertThat(bridge.state()).isEqualTo(why);
    assertThat(bridge.call(call).cause())
        .isInstanceOfSatisfying(
            CallFailure.class,
            failure -> {
              assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
              assertThat(failure.where()).isEqualTo("mesh-test, plugin odd");
              assertThat(failure).hasMessage(why);
            });
  }

  @Test
  void soIsThatOfABackEndThatIsNotMade() {
    faults.put("BackendFactory.open", given -> null);
    Backend backend = backend();
    assertThat(backend.served().how()).isEqualTo("plugin odd: open() answered null");
    Bridge bridge = backend.open(vertx.getOrCreateContext(), new Noted());
    await().until(() -> !told.isEmpty());
    assertThat(bridge.state()).isEqualTo("plugin odd: open() answered null");
    assertThat(bridge.isConnected()).isFalse();
  }

  @Test
  void whatItSaidLastItServesWhereItFailsToSay() {
    ServedServices served = backend().served();
    assertThat(served.list()).containsExactly(HELLO);
    faults.put("ServedServices.list", THROWS);
    assertThat(served.list()).containsExactly(HELLO);
  }

  @Test
  void aStartThatNeverEndsIsNotWaitedForForEver() throws Exception {
    patience = Duration.ofMillis(50);
    faults.put("ServedServices.start", given -> Promise.promise().future());
    backend().served().start().await(100, TimeUnit.SECONDS);
    await().until(() -> !warnings.isEmpty());
    assertThat(warnings.get(0).getMessage()).contains("start() hasn't ended in");
  }

  @Test
  void aStartThatFailsIsAFault() throws Exception {
    faults.put("ServedServices.start", given -> Future.failedFuture("no luck"));
    backend().served().start().await(100, TimeUnit.SECONDS);
    assertThat(warnings).hasSize(1);
    assertThat(warnings.get(0).getMessage()).contains("start() failed");
  }

  @Test
  void numbersThatCannotBeAreOthers() {
    faults.put("Backend.defaultLimit", given -> -5);
    faults.put("ServedServices.threads", given -> -5);
    faults.put("Bridge.serialization", given -> "not a name");
    Backend backend = backend();
    assertThat(backend.defaultLimit()).isOne();
    assertThat(backend.served().threads()).isZero();
    assertThat(bridge().serialization()).isEmpty();
  }

  @Test
  void anOwnerIsToldNothingBeforeItsBackEndHasStarted() throws Exception {
    Backend backend = backend();
    owner.onServed();
    assertThat(owner.isConnected()).isFalse();
    assertThat(told).isEmpty();
    backend.served().start().await(100, TimeUnit.SECONDS);
    await().until(() -> told.contains("served"));
    assertThat(owner.isConnected()).isTrue();
  }

  @Test
  void anObserverIsToldNothingBeforeItsBridgeIsOpen() {
    faults.put(
        "Backend.open",
        given -> {
          ((BackendObserver) given[1]).onConnected(false);
          assertThat(told).isEmpty();
          return new Good();
        });
    bridge();
    await().until(() -> told.contains("connected"));
  }

  @Test
  void aKindThatRefusesItsSettingsIsNamed() {
    refuses("plugin odd: api is missing", new IllegalArgumentException("api is missing"));
    refuses("plugin odd: with() threw: " + broken(), new IllegalStateException("broken"));
    refuses("plugin odd: with() answered null", null);
  }

  private void refuses(String message, RuntimeException thrown) {
    BackendKind kind =
        new Kind() {
          @Override
          public BackendFactory with(BackendSettings settings) {
            if (thrown != null) {
              throw thrown;
            }
            return null;
          }
        };
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GuardedKind(kind, guard(kind)).with(null))
        .withMessage(message);
  }

  private void assertFault(Future<Reply> answer, String words) {
    assertThat(answer.cause())
        .isInstanceOfSatisfying(
            CallFailure.class,
            failure -> {
              assertThat(failure.status()).isEqualTo(Status.INTERNAL);
              assertThat(failure.where()).isEqualTo("mesh-test, plugin odd");
              assertThat(failure).hasMessageContaining(words);
            });
    assertThat(arguments.refCnt()).isZero();
    assertThat(warnings).hasSize(1);
  }

  private PluginGuard guard(BackendKind kind) {
    return new PluginGuard("mesh-test", kind, patience, held, nanos::get);
  }

  private Backend backend() {
    BackendKind kind = new Kind();
    return new GuardedKind(kind, guard(kind))
        .with(null)
        .open(new Whoever(), vertx.getOrCreateContext());
  }

  private Bridge bridge() {
    return backend().open(vertx.getOrCreateContext(), new Noted());
  }

  /** The same, but for what is to go wrong. */
  private <T> T faulty(Class<T> type, T good) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, given) -> {
              Fault fault = faults.get(nameOf(method));
              if (fault != null) {
                return fault.answer(given);
              }
              try {
                return method.invoke(good, given);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private class Kind implements BackendKind {

    @Override
    public String name() {
      return "odd";
    }

    @Override
    public BackendFactory with(BackendSettings settings) {
      return faulty(
          BackendFactory.class,
          (whoever, context) -> {
            owner = whoever;
            return faulty(Backend.class, new Good());
          });
    }
  }

  private final class Good implements Backend, Bridge, ServedServices {

    @Override
    public ServedServices served() {
      return faulty(ServedServices.class, this);
    }

    @Override
    public String question() {
      return "a question";
    }

    @Override
    public int defaultLimit() {
      return 7;
    }

    @Override
    public Bridge open(Context context, BackendObserver first) {
      return faulty(Bridge.class, this);
    }

    @Override
    public Future<Void> start() {
      return Future.succeededFuture();
    }

    @Override
    public List<ServiceKey> list() {
      return List.of(HELLO);
    }

    @Override
    public String how() {
      return "by a test";
    }

    @Override
    public Future<Reply> call(Call made) {
      return answers.apply(made);
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public String state() {
      return "open";
    }

    @Override
    public void watch(Supplier<List<ServiceKey>> services, Runnable onAnswering) {}

    @Override
    public Set<ServiceKey> answering() {
      return Set.of(HELLO);
    }

    @Override
    public Future<Void> close() {
      return Future.succeededFuture();
    }
  }

  private final class Whoever implements BackendOwner {

    @Override
    public String where() {
      return "odd h:1";
    }

    @Override
    public HostPort address() {
      return new HostPort("h", 1);
    }

    @Override
    public boolean isNamed() {
      return false;
    }

    @Override
    public String advice() {
      return "none";
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public void onServed() {
      told.add("served");
    }
  }

  private final class Noted implements BackendObserver {

    @Override
    public void onConnected(boolean again) {
      told.add("connected");
    }

    @Override
    public void onDisconnected(String reason) {
      told.add("disconnected: " + reason);
    }
  }
}
