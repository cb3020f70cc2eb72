package dev.vertxmesh.ingress.grpc.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.Health.Serving;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.Reflection.Answer;
import dev.vertxmesh.grpc.Reflection.Kind;
import dev.vertxmesh.grpc.Reflection.Question;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything happens on one event loop, as in the agent. */
class BuiltinServicesTest {

  private static final String ORDERS = "shop.Orders";

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final FakeMesh mesh = new FakeMesh();
  private final Caller own = new BuiltinServices(vertx, mesh, () -> 0, "mesh-consumer").over(mesh);

  @BeforeEach
  void begin() {
    mesh.add(ORDERS, ORDERS, "shop.Orders.Place", "shop.Order", "shop/items.proto");
    mesh.add("bank.Accounts:2.0@blue", "bank.Accounts", "bank.Account");
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "'', SERVING",
    "shop.Orders, SERVING",
    "bank.Accounts, SERVING",
    "bank.Accounts:2.0@blue, SERVING"
  })
  void whatCanBeCalledIsServing(String service, Serving serving) throws Exception {
    Conversation check = check(service);
    assertThat(check.answers).containsExactly(Health.response(serving));
    assertThat(check.trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void aServiceThatNobodyCanBeReachedForIsNotServing() throws Exception {
    mesh.serving.remove(ServiceKey.of(ORDERS));
    assertThat(check(ORDERS).answers).containsExactly(Health.response(Serving.NOT_SERVING));
  }

  @Test
  void aServiceThatHasLeftTheRegistryIsNotServing() throws Exception {
    mesh.known.remove(ServiceKey.of(ORDERS));
    mesh.serving.remove(ServiceKey.of(ORDERS));
    mesh.gone.add(ServiceKey.of(ORDERS));
    assertThat(check(ORDERS).answers).containsExactly(Health.response(Serving.NOT_SERVING));
  }

  @Test
  void anAgentThatLeavesIsNotServing() throws Exception {
    mesh.leaving = true;
    assertThat(check("").answers).containsExactly(Health.response(Serving.NOT_SERVING));
    assertThat(check(ORDERS).answers).containsExactly(Health.response(Serving.NOT_SERVING));
  }

  @Test
  void anUnknownServiceIsNotFound() throws Exception {
    Conversation check = check("shop.Nope");
    assertThat(check.answers).isEmpty();
    assertThat(check.trailers())
        .containsEntry("grpc-status", "5")
        .containsEntry("grpc-message", "no service shop.Nope is registered");
  }

  @Test
  void aWatchTellsEachChangeAndNothingElse() throws Exception {
    Conversation watch = on(() -> health(Health.WATCH, ORDERS));
    assertThat(watch.answers).containsExactly(Health.response(Serving.SERVING));
    on(() -> mesh.serving.remove(ServiceKey.of(ORDERS)));
    awaitLast(watch, 2, Serving.NOT_SERVING);
    on(() -> mesh.known.remove(ServiceKey.of(ORDERS)));
    awaitLast(watch, 3, Serving.SERVICE_UNKNOWN);
    on(
        () -> {
          mesh.add(ORDERS);
          return null;
        });
    awaitLast(watch, 4, Serving.SERVING);
    assertThat(watch.isOver()).isFalse();
  }

  @Test
  void whoReadsNothingIsToldTheLatestOnly() throws Exception {
    Conversation watch = on(() -> health(Health.WATCH, ORDERS));
    on(() -> watch.stream().pause());
    on(() -> mesh.serving.remove(ServiceKey.of(ORDERS)));
    Conversation other = on(() -> health(Health.WATCH, ORDERS));
    on(() -> mesh.known.remove(ServiceKey.of(ORDERS)));
    awaitLast(other, 2, Serving.SERVICE_UNKNOWN);
    on(() -> watch.stream().resume());
    await().until(() -> on(() -> last(watch)).equals(hex(Serving.SERVICE_UNKNOWN)));
    assertThat(watch.answers.size()).isLessThanOrEqualTo(3);
  }

  @Test
  void aWatchEndsWhenTheAgentLeavesOrTheCallerDoes() throws Exception {
    Conversation watch = on(() -> health(Health.WATCH, ""));
    Conversation left = on(() -> health(Health.WATCH, ""));
    on(
        () -> {
          left.call.cancel();
          return null;
        });
    assertThat(left.failure().status()).isEqualTo(Status.CANCELLED);
    mesh.leaving = true;
    await().until(() -> on(watch::isOver));
    assertThat(last(watch)).isEqualTo(hex(Serving.NOT_SERVING));
    assertThat(watch.failure().status()).isEqualTo(Status.UNAVAILABLE);
  }

  @Test
  void aWatchEndsWithItsDeadline() throws Exception {
    Conversation watch =
        on(
            () ->
                new Conversation(Health.SERVICE, Health.WATCH, Deadline.after(20, 0))
                    .begin(own)
                    .say(new byte[0]));
    await().until(() -> on(watch::isOver));
    assertThat(watch.failure().status()).isEqualTo(Status.TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"000000000101", "0000000002ff"})
  void whatIsNoRequestIsRefused(String hex) throws Exception {
    Conversation check =
        on(
            () ->
                new Conversation(Health.SERVICE, Health.CHECK, Deadline.after(300_000, 0))
                    .begin(own)
                    .sayBytes(ByteBufUtil.decodeHexDump(hex))
                    .halfClose());
    assertThat(check.failure().status()).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void aRequestOverTheLimitAndNoneAtAllAreRefused() throws Exception {
    Conversation large =
        on(
            () ->
                new Conversation(Health.SERVICE, Health.CHECK, Deadline.after(300_000, 0))
                    .begin(own)
                    .say(new byte[100_000]));
    assertThat(large.failure().status()).isEqualTo(Status.TOO_LARGE);
    Conversation none =
        on(
            () ->
                new Conversation(Health.SERVICE, Health.CHECK, Deadline.after(300_000, 0))
                    .begin(own)
                    .halfClose());
    assertThat(none.failure()).hasMessage("there's no message, expected one");
  }

  @Test
  void anUnknownMethodIsOne() throws Exception {
    Conversation call =
        on(() -> new Conversation(Health.SERVICE, "Heal", Deadline.after(300_000, 0)).begin(own));
    assertThat(call.failure().status()).isEqualTo(Status.NO_METHOD);
    assertThat(call.failure()).hasMessage("grpc.health.v1.Health has no method Heal");
  }

  @ParameterizedTest
  @ValueSource(strings = {Reflection.V1, Reflection.V1_ALPHA})
  void reflectionListsEveryServiceAndItsOwn(String version) throws Exception {
    Conversation call =
        on(() -> reflection(version).say(new Question(Kind.LIST_SERVICES, "").toBytes()));
    assertThat(Answer.of(call.answers.get(0)).services())
        .containsExactly(
            "bank.Accounts", Health.SERVICE, Reflection.V1, Reflection.V1_ALPHA, ORDERS);
    assertThat(call.isOver()).isFalse();
    on(call::halfClose);
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
  }

  @ParameterizedTest
  @ValueSource(strings = {ORDERS, "shop.Orders.Place"})
  void aServiceAndItsMethodsAreAskedOfThoseWhoServeIt(String symbol) throws Exception {
    Answer answer = ask(Kind.FILE_OF_SYMBOL, symbol);
    assertThat(answer.files()).containsExactly(FakeMesh.file(symbol));
    assertThat(mesh.asked)
        .containsExactly(
            "shop.Orders grpc.reflection.v1.ServerReflection/ServerReflectionInfo " + symbol);
  }

  @Test
  void aServerWithTheOlderReflectionIsAskedByThat() throws Exception {
    mesh.versions.put(ServiceKey.of(ORDERS), Reflection.V1_ALPHA);
    assertThat(ask(Kind.FILE_OF_SYMBOL, ORDERS).files()).hasSize(1);
  }

  @Test
  void aTypeIsAskedOfThoseWithTheLikestNameFirst() throws Exception {
    assertThat(ask(Kind.FILE_OF_SYMBOL, "shop.Order").files()).hasSize(1);
    assertThat(mesh.asked).hasSize(1);
    mesh.asked.clear();
    assertThat(ask(Kind.FILE_OF_SYMBOL, "bank.Account").files()).hasSize(1);
    assertThat(mesh.asked).allMatch(asked -> asked.startsWith("bank.Accounts:2.0@blue "));
  }

  @Test
  void aFileIsAskedOfWhoeverKnewSomethingBefore() throws Exception {
    mesh.add("items.proto.Nearer");
    Conversation call =
        on(
            () ->
                reflection(Reflection.V1)
                    .say(new Question(Kind.FILE_OF_SYMBOL, ORDERS).toBytes())
                    .say(new Question(Kind.FILE_BY_NAME, "shop/items.proto").toBytes()));
    assertThat(call.answers).hasSize(2);
    assertThat(mesh.asked.get(1)).startsWith("shop.Orders ").endsWith(" shop/items.proto");
    assertThat(mesh.asked).hasSize(2);
  }

  @Test
  void whatNobodyKnowsIsNotFound() throws Exception {
    Answer answer = ask(Kind.FILE_BY_NAME, "nope.proto");
    assertThat(answer.errorCode()).isEqualTo(5);
    assertThat(mesh.asked).hasSize(2);
    mesh.known.clear();
    assertThat(ask(Kind.FILE_OF_SYMBOL, "a.B").errorMessage()).isEqualTo("no service has a.B");
  }

  @Test
  void aProviderThatCanNotBeReachedIsUnavailable() throws Exception {
    mesh.serving.clear();
    Answer answer = ask(Kind.FILE_OF_SYMBOL, ORDERS);
    assertThat(answer.errorCode()).isEqualTo(14);
    assertThat(answer.errorMessage()).isEqualTo("nobody is there");
  }

  @Test
  void manyQuestionsAtOnceAreAnsweredInTheirOrder() throws Exception {
    Conversation call =
        on(
            () -> {
              Conversation asking = reflection(Reflection.V1);
              for (String name : List.of(ORDERS, "shop.Nope", ORDERS, "bank.Accounts")) {
                asking.say(new Question(Kind.FILE_OF_SYMBOL, name).toBytes());
              }
              return asking.halfClose();
            });
    assertThat(call.answers.stream().map(Answer::of).map(Answer::errorCode))
        .containsExactly(0, 5, 0, 0);
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void cancellingCancelsWhatIsBeingAsked() throws Exception {
    mesh.answers = false;
    Conversation call =
        on(
            () ->
                reflection(Reflection.V1).say(new Question(Kind.FILE_OF_SYMBOL, ORDERS).toBytes()));
    on(
        () -> {
          call.call.cancel();
          return null;
        });
    assertThat(call.failure().status()).isEqualTo(Status.CANCELLED);
    assertThat(mesh.silent).hasSize(1).allMatch(asked -> asked.isCancelled());
  }

  @ParameterizedTest
  @ValueSource(strings = {Health.SERVICE, Reflection.V1, Reflection.V1_ALPHA})
  void itsOwnServicesAreDescribedToo(String service) throws Exception {
    Answer answer = ask(Kind.FILE_OF_SYMBOL, service);
    FileDescriptorProto file = FileDescriptorProto.parseFrom(answer.files().get(0));
    FileDescriptor built = FileDescriptor.buildFrom(file, new FileDescriptor[0]);
    assertThat(built.getServices().get(0).getFullName()).isEqualTo(service);
    assertThat(ask(Kind.FILE_BY_NAME, file.getName()).files()).hasSize(1);
    assertThat(mesh.asked).isEmpty();
  }

  @Test
  void aQuestionAboutNothingIsAnError() throws Exception {
    Conversation call = on(() -> reflection(Reflection.V1).say(new byte[0]));
    assertThat(Answer.of(call.answers.get(0)).errorCode()).isEqualTo(3);
  }

  @Test
  void callsOfOtherServicesPass() throws Exception {
    mesh.answers = false;
    on(() -> new Conversation(ORDERS, "Place", Deadline.after(300_000, 0)).begin(own));
    assertThat(mesh.silent).hasSize(1);
  }

  private Answer ask(Kind kind, String name) throws Exception {
    Conversation call =
        on(() -> reflection(Reflection.V1).say(new Question(kind, name).toBytes()).halfClose());
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
    return Answer.of(call.answers.get(0));
  }

  private Conversation reflection(String version) {
    return new Conversation(version, Reflection.METHOD, Deadline.after(300_000, 0)).begin(own);
  }

  private Conversation check(String service) throws Exception {
    return on(() -> health(Health.CHECK, service));
  }

  private Conversation health(String method, String service) {
    byte[] name = service.getBytes(StandardCharsets.UTF_8);
    byte[] request = Arrays.copyOf(new byte[] {0x0a, (byte) name.length}, 2 + name.length);
    System.arraycopy(name, 0, request, 2, name.length);
    return new Conversation(Health.SERVICE, method, Deadline.after(300_000, 0))
        .begin(own)
        .say(request)
        .halfClose();
  }

  private void awaitLast(Conversation watch, int count, Serving serving) throws Exception {
    await().until(() -> on(() -> watch.answers.size()) == count);
    assertThat(last(watch)).isEqualTo(hex(serving));
  }

  private static String last(Conversation watch) {
    return ByteBufUtil.hexDump(watch.answers.get(watch.answers.size() - 1));
  }

  private static String hex(Serving serving) {
    return ByteBufUtil.hexDump(Health.response(serving));
  }

  private <T> T on(Callable<T> action) throws Exception {
    Promise<T> done = Promise.promise();
    loop.runOnContext(
        v -> {
          try {
            done.complete(action.call());
          } catch (Exception | AssertionError e) {
            done.fail(e);
          }
        });
    return done.future().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
