package dev.vertxmesh.ingress.grpc.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse.ServingStatus;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServiceResponse;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  /** An empty message, compressed by gzip. */
  private static final String PACKED = "0100000014" + "1f8b08000000000000ff03000000000000000000";

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
  void whatCanBeCalledIsServing(String service, ServingStatus serving) throws Exception {
    Conversation check = check(service);
    assertThat(check.answers).containsExactly(health(serving));
    assertThat(check.trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void aServiceThatNobodyCanBeReachedForIsNotServing() throws Exception {
    mesh.serving.remove(ServiceKey.of(ORDERS));
    assertThat(check(ORDERS).answers).containsExactly(health(ServingStatus.NOT_SERVING));
  }

  @Test
  void aServiceThatHasLeftTheRegistryIsNotServing() throws Exception {
    mesh.known.remove(ServiceKey.of(ORDERS));
    mesh.serving.remove(ServiceKey.of(ORDERS));
    mesh.gone.add(ServiceKey.of(ORDERS));
    assertThat(check(ORDERS).answers).containsExactly(health(ServingStatus.NOT_SERVING));
  }

  @Test
  void anAgentThatLeavesIsNotServing() throws Exception {
    mesh.leaving = true;
    assertThat(check("").answers).containsExactly(health(ServingStatus.NOT_SERVING));
    assertThat(check(ORDERS).answers).containsExactly(health(ServingStatus.NOT_SERVING));
  }

  @Test
  void messagesInJsonAreRefused() {
    Target target = new Target(ServiceKey.of("grpc.health.v1.Health"), "Check", "");
    Map<String, String> metadata = Map.of("content-type", "application/grpc+json");
    Call call = new Call(target, Encoding.GRPC, Unpooled.EMPTY_BUFFER, metadata, Deadline.none(0));
    assertThat(own.call(call).cause())
        .hasMessage(
            "grpc.health.v1.Health is this agent's own, which takes no JSON; expected"
                + " application/proto");
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
    assertThat(watch.answers).containsExactly(health(ServingStatus.SERVING));
    on(() -> mesh.serving.remove(ServiceKey.of(ORDERS)));
    awaitLast(watch, 2, ServingStatus.NOT_SERVING);
    on(() -> mesh.known.remove(ServiceKey.of(ORDERS)));
    awaitLast(watch, 3, ServingStatus.SERVICE_UNKNOWN);
    on(
        () -> {
          mesh.add(ORDERS);
          return null;
        });
    awaitLast(watch, 4, ServingStatus.SERVING);
    assertThat(watch.isOver()).isFalse();
  }

  @Test
  void whoReadsNothingIsToldTheLatestOnly() throws Exception {
    Conversation watch = on(() -> health(Health.WATCH, ORDERS));
    on(() -> watch.stream().pause());
    on(() -> mesh.serving.remove(ServiceKey.of(ORDERS)));
    Conversation other = on(() -> health(Health.WATCH, ORDERS));
    on(() -> mesh.known.remove(ServiceKey.of(ORDERS)));
    awaitLast(other, 2, ServingStatus.SERVICE_UNKNOWN);
    on(() -> watch.stream().resume());
    await().until(() -> on(() -> last(watch)).equals(hex(ServingStatus.SERVICE_UNKNOWN)));
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
    assertThat(last(watch)).isEqualTo(hex(ServingStatus.NOT_SERVING));
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

  @ParameterizedTest
  @CsvSource({
    Health.SERVICE + "," + Health.CHECK,
    Health.SERVICE + "," + Health.WATCH,
    Reflection.V1 + "," + Reflection.METHOD
  })
  void aCompressedMessageIsUnimplementedAndWhatIsReadIsTold(String service, String method)
      throws Exception {
    Conversation call =
        on(() -> packed(service, method).sayBytes(ByteBufUtil.decodeHexDump(PACKED)).halfClose());
    assertThat(call.answers).isEmpty();
    assertThat(call.trailers())
        .containsEntry("grpc-status", "12")
        .containsEntry("grpc-accept-encoding", "identity")
        .containsEntry(
            "grpc-message",
            "compression: 'gzip', expected none, as this agent reads the message itself");
  }

  @Test
  void amongWholeMessagesACompressedOneEndsTheCall() throws Exception {
    ServerReflectionRequest list = ServerReflectionRequest.newBuilder().setListServices("").build();
    Conversation call =
        on(
            () ->
                packed(Reflection.V1, Reflection.METHOD)
                    .say(list.toByteArray())
                    .sayBytes(ByteBufUtil.decodeHexDump(PACKED + PACKED))
                    .say(list.toByteArray()));
    assertThat(call.answers).hasSize(1);
    assertThat(call.trailers()).containsEntry("grpc-status", "12");
  }

  @Test
  void whoMayCompressAndDoesNotIsAnswered() throws Exception {
    Conversation call = on(() -> packed(Health.SERVICE, Health.CHECK).say(new byte[0]).halfClose());
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
  }

  private Conversation packed(String service, String method) {
    return new Conversation(
            service, method, Deadline.after(300_000, 0), Map.of("grpc-encoding", "gzip"))
        .begin(own);
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
        on(
            () ->
                reflection(version)
                    .say(
                        ServerReflectionRequest.newBuilder()
                            .setListServices("")
                            .build()
                            .toByteArray()));
    assertThat(services(call.answers.get(0)))
        .containsExactly(
            "bank.Accounts", Health.SERVICE, Reflection.V1, Reflection.V1_ALPHA, ORDERS);
    assertThat(call.isOver()).isFalse();
    on(call::halfClose);
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
  }

  @ParameterizedTest
  @ValueSource(strings = {ORDERS, "shop.Orders.Place"})
  void aServiceAndItsMethodsAreAskedOfThoseWhoServeIt(String symbol) throws Exception {
    ServerReflectionResponse answer = ask(symbol(symbol));
    assertThat(files(answer)).containsExactly(FakeMesh.file(symbol));
    assertThat(mesh.asked)
        .containsExactly(
            "shop.Orders grpc.reflection.v1.ServerReflection/ServerReflectionInfo " + symbol);
  }

  @Test
  void aServerWithTheOlderReflectionIsAskedByThat() throws Exception {
    mesh.versions.put(ServiceKey.of(ORDERS), Reflection.V1_ALPHA);
    assertThat(files(ask(symbol(ORDERS)))).hasSize(1);
  }

  @Test
  void anAnswerCountsHoweverItsStreamEnds() throws Exception {
    mesh.reflectionEnds =
        FakeMesh.reply(Status.EXCEPTION, Map.of("grpc-status", "2", "grpc-message", "EOF"));
    assertThat(files(ask(symbol(ORDERS)))).containsExactly(FakeMesh.file(ORDERS));
  }

  @Test
  void aTypeIsAskedOfThoseWithTheLikestNameFirst() throws Exception {
    assertThat(files(ask(symbol("shop.Order")))).hasSize(1);
    assertThat(mesh.asked).hasSize(1);
    mesh.asked.clear();
    assertThat(files(ask(symbol("bank.Account")))).hasSize(1);
    assertThat(mesh.asked).allMatch(asked -> asked.startsWith("bank.Accounts:2.0@blue "));
  }

  @Test
  void aFileIsAskedOfWhoeverKnewSomethingBefore() throws Exception {
    mesh.add("items.proto.Nearer");
    Conversation call =
        on(
            () ->
                reflection(Reflection.V1)
                    .say(symbol(ORDERS).toByteArray())
                    .say(file("shop/items.proto").toByteArray()));
    assertThat(call.answers).hasSize(2);
    assertThat(mesh.asked.get(1)).startsWith("shop.Orders ").endsWith(" shop/items.proto");
    assertThat(mesh.asked).hasSize(2);
  }

  @Test
  void whatNobodyKnowsIsNotFound() throws Exception {
    ServerReflectionResponse answer = ask(file("nope.proto"));
    assertThat(errorCode(answer)).isEqualTo(5);
    assertThat(mesh.asked).hasSize(2);
    mesh.known.clear();
    assertThat(ask(symbol("a.B")).getErrorResponse().getErrorMessage())
        .isEqualTo("no service has a.B");
  }

  @Test
  void aProviderThatCanNotBeReachedIsUnavailable() throws Exception {
    mesh.serving.clear();
    ServerReflectionResponse answer = ask(symbol(ORDERS));
    assertThat(errorCode(answer)).isEqualTo(14);
    assertThat(answer.getErrorResponse().getErrorMessage()).isEqualTo("nobody is there");
  }

  @Test
  void aServerWithoutReflectionIsSaidToHaveNoneAndNotThisPort() throws Exception {
    mesh.versions.put(ServiceKey.of(ORDERS), "none");
    ServerReflectionResponse answer = ask(symbol(ORDERS));
    assertThat(errorCode(answer)).isEqualTo(9);
    assertThat(answer.getErrorResponse().getErrorMessage())
        .startsWith("its server has no reflection");
    assertThat(errorCode(ask(symbol("shop.Order")))).isEqualTo(5);
  }

  @Test
  void aProviderThatDoesNotSpeakGrpcIsSaidNotTo() throws Exception {
    mesh.foreign.add(ServiceKey.of(ORDERS));
    ServerReflectionResponse answer = ask(symbol(ORDERS));
    assertThat(errorCode(answer)).isEqualTo(9);
    assertThat(answer.getErrorResponse().getErrorMessage()).isEqualTo("expected JSON or Dubbo");
    assertThat(ask(symbol("no.Such")).getErrorResponse().getErrorMessage())
        .isEqualTo("bank.Accounts:2.0@blue has no no.Such");
  }

  @Test
  void manyQuestionsAtOnceAreAnsweredInTheirOrder() throws Exception {
    Conversation call =
        on(
            () -> {
              Conversation asking = reflection(Reflection.V1);
              for (String name : List.of(ORDERS, "shop.Nope", ORDERS, "bank.Accounts")) {
                asking.say(symbol(name).toByteArray());
              }
              return asking.halfClose();
            });
    assertThat(
            call.answers.stream()
                .map(BuiltinServicesTest::answer)
                .map(BuiltinServicesTest::errorCode))
        .containsExactly(0, 5, 0, 0);
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
  }

  @Test
  void cancellingCancelsWhatIsBeingAsked() throws Exception {
    mesh.answers = false;
    Conversation call = on(() -> reflection(Reflection.V1).say(symbol(ORDERS).toByteArray()));
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
    ServerReflectionResponse answer = ask(symbol(service));
    FileDescriptorProto file = FileDescriptorProto.parseFrom(files(answer).get(0));
    FileDescriptor built = FileDescriptor.buildFrom(file, new FileDescriptor[0]);
    assertThat(built.getServices().get(0).getFullName()).isEqualTo(service);
    assertThat(files(ask(file(file.getName())))).hasSize(1);
    assertThat(mesh.asked).isEmpty();
  }

  @Test
  void aQuestionAboutNothingIsAnError() throws Exception {
    Conversation call = on(() -> reflection(Reflection.V1).say(new byte[0]));
    assertThat(errorCode(answer(call.answers.get(0)))).isEqualTo(3);
  }

  @Test
  void callsOfOtherServicesPass() throws Exception {
    mesh.answers = false;
    on(() -> new Conversation(ORDERS, "Place", Deadline.after(300_000, 0)).begin(own));
    assertThat(mesh.silent).hasSize(1);
  }

  private ServerReflectionResponse ask(ServerReflectionRequest question) throws Exception {
    Conversation call = on(() -> reflection(Reflection.V1).say(question.toByteArray()).halfClose());
    assertThat(call.trailers()).containsEntry("grpc-status", "0");
    return answer(call.answers.get(0));
  }

  private static ServerReflectionRequest symbol(String name) {
    return ServerReflectionRequest.newBuilder().setFileContainingSymbol(name).build();
  }

  private static ServerReflectionRequest file(String name) {
    return ServerReflectionRequest.newBuilder().setFileByFilename(name).build();
  }

  private static ServerReflectionResponse answer(byte[] message) {
    try {
      return ServerReflectionResponse.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static List<ByteString> files(ServerReflectionResponse answer) {
    return answer.getFileDescriptorResponse().getFileDescriptorProtoList();
  }

  private static List<String> services(byte[] message) {
    return answer(message).getListServicesResponse().getServiceList().stream()
        .map(ServiceResponse::getName)
        .toList();
  }

  private static int errorCode(ServerReflectionResponse answer) {
    return answer.getErrorResponse().getErrorCode();
  }

  private static byte[] health(ServingStatus status) {
    return HealthCheckResponse.newBuilder().setStatus(status).build().toByteArray();
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

  private void awaitLast(Conversation watch, int count, ServingStatus serving) throws Exception {
    await().until(() -> on(() -> watch.answers.size()) == count);
    assertThat(last(watch)).isEqualTo(hex(serving));
  }

  private static String last(Conversation watch) {
    return ByteBufUtil.hexDump(watch.answers.get(watch.answers.size() - 1));
  }

  private static String hex(ServingStatus serving) {
    return ByteBufUtil.hexDump(health(serving));
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
