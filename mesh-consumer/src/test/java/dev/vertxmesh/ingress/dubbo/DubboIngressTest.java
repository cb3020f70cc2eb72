package dev.vertxmesh.ingress.dubbo;

import static dev.vertxmesh.ingress.dubbo.RawConsumer.INT;
import static dev.vertxmesh.ingress.dubbo.RawConsumer.body;
import static dev.vertxmesh.ingress.dubbo.RawConsumer.concat;
import static dev.vertxmesh.ingress.dubbo.RawConsumer.request;
import static dev.vertxmesh.ingress.dubbo.RawConsumer.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.ingress.dubbo.RawConsumer.Message;
import dev.vertxmesh.net.SocketSetup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DubboIngressTest {

  private static final Target TARGET = new Target(ServiceKey.of("a.B"), "m", INT);
  private static final int MAX_BODY = PortOptions.MAX_BODY;

  /** Megabytes are moved, with each buffer's history kept. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final Observed observed = new Observed();
  private volatile Function<Call, Future<Reply>> answer = call -> ok("9195");
  private volatile LongSupplier clock = System::nanoTime;
  private DubboIngress ingress;
  private int port;

  private static final class Observed implements IngressObserver {
    final List<String> drops = new CopyOnWriteArrayList<>();
    final List<String> ends = new CopyOnWriteArrayList<>();

    final AtomicLong bytes = new AtomicLong();

    @Override
    public void onBytesRead(int count) {
      bytes.addAndGet(count);
    }

    @Override
    public void onDropped(String remote, String reason) {
      drops.add(reason);
    }

    @Override
    public void onDisconnected() {
      ends.add("end");
    }
  }

  private volatile boolean shedding;

  @BeforeEach
  void listen() throws Exception {
    listen(PortOptions.of(PortOptions.HEARTBEAT_MILLIS, PortOptions.STALL_MILLIS, 0));
  }

  private void listen(DubboIngressOptions options) throws Exception {
    Promise<Integer> listening = Promise.promise();
    context.runOnContext(
        v -> {
          ingress =
              new DubboIngress(
                  vertx,
                  this::call,
                  () -> shedding,
                  options,
                  ConnectionRoom.ENDLESS,
                  observed,
                  () -> clock.getAsLong());
          ingress.listen(SocketSetup.listener(0), null).onComplete(listening);
        });
    port = listening.future().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private Future<Reply> call(Call call) {
    calls.add(call);
    bodies.add(ByteBufUtil.hexDump(call.payload()));
    call.payload().release();
    return answer.apply(call);
  }

  private static Future<Reply> ok(String hex) {
    return Future.succeededFuture(reply(Encoding.HESSIAN2_BODY, ByteBufUtil.decodeHexDump(hex)));
  }

  private static Reply reply(Encoding encoding, byte[] bytes) {
    ByteBuf payload = ByteBufAllocator.DEFAULT.buffer(bytes.length).writeBytes(bytes);
    return new Reply(Status.OK, encoding, payload);
  }

  private static Future<Reply> failed(Status status) {
    return Future.failedFuture(new CallFailure(status, "mesh-provider h:1", "why"));
  }

  private RawConsumer connect() throws Exception {
    return new RawConsumer(port);
  }

  @Test
  void aRequestBecomesACallAndItsAnswerComesBackUnderItsId() throws Exception {
    byte[] body =
        body(
            "m",
            INT,
            "95",
            text("path")
                + text("c.D")
                + text("group")
                + text("g")
                + text("version")
                + text("1.0")
                + text("timeout")
                + text("3000"));
    try (RawConsumer consumer = connect()) {
      long before = System.nanoTime();
      consumer.send(request(0xc2, -7, body));
      Message answered = consumer.read();
      assertThat(answered.flags()).isEqualTo("02");
      assertThat(answered.status()).isEqualTo(20);
      assertThat(answered.id()).isEqualTo(-7);
      assertThat(answered.hex()).isEqualTo("9195");
      Call call = calls.get(0);
      assertThat(call.target()).isEqualTo(new Target(new ServiceKey("c.D", "g", "1.0"), "m", INT));
      assertThat(call.encoding()).isEqualTo(Encoding.HESSIAN2_BODY);
      assertEndsAfter(3_000, call, before);
      assertThat(bodies).containsExactly(ByteBufUtil.hexDump(body));
    }
  }

  /** Of a call that began after {@code before}, and has begun. */
  private static void assertEndsAfter(long millis, Call call, long before) {
    assertThat(call.deadline().millisLeft(before)).isGreaterThanOrEqualTo(millis);
    assertThat(call.deadline().millisLeft(System.nanoTime())).isLessThanOrEqualTo(millis);
  }

  @Test
  void withoutATimeoutTheAgentsOwnCounts() throws Exception {
    try (RawConsumer consumer = connect()) {
      long before = System.nanoTime();
      consumer.sendRequest(1);
      consumer.read();
      assertEndsAfter(700, calls.get(0), before);
      assertThat(calls.get(0).target()).isEqualTo(TARGET);
    }
  }

  @Test
  void theAnswerComesInTheSerializationThatTheProviderChose() throws Exception {
    answer = call -> Future.succeededFuture(reply(Encoding.FASTJSON2_BODY, new byte[] {1}));
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      assertThat(consumer.read().flags()).isEqualTo("17");
    }
  }

  @Test
  void requestsMayComeByteByByteAndManyAtOnce() throws Exception {
    byte[] one = request(0xc2, 1, body("m", INT, "95", ""));
    try (RawConsumer consumer = connect()) {
      consumer.socket().setTcpNoDelay(true);
      for (byte next : one) {
        consumer.send(new byte[] {next});
      }
      assertThat(consumer.read().id()).isEqualTo(1);
      byte[] many = new byte[0];
      for (int id = 2; id < 52; id++) {
        many = concat(many, request(0xc2, id, body("m", INT, "95", "")));
      }
      consumer.send(Arrays.copyOf(many, many.length - 3));
      consumer.send(Arrays.copyOfRange(many, many.length - 3, many.length));
      Set<Long> ids = new HashSet<>();
      for (int i = 0; i < 50; i++) {
        ids.add(consumer.read().id());
      }
      assertThat(ids).hasSize(50);
    }
  }

  @Test
  void largeBodiesPassBothWays() throws Exception {
    byte[] large = new byte[MAX_BODY - 100];
    Arrays.fill(large, (byte) 7);
    answer = call -> Future.succeededFuture(reply(Encoding.HESSIAN2_BODY, large));
    String binary = "41fde8" + "00".repeat(65_000) + "42" + "7530" + "00".repeat(30_000);
    byte[] body = body("m", "[B", binary, "");
    try (RawConsumer consumer = connect()) {
      for (int id = 0; id < 3; id++) {
        consumer.send(request(0xc2, id, body));
        assertThat(consumer.read().body()).isEqualTo(large);
      }
    }
    assertThat(bodies).containsOnly(ByteBufUtil.hexDump(body));
  }

  @Test
  void aOneWayRequestGetsNoAnswer() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send(request(0x82, 1, body("m", INT, "95", "")));
      consumer.sendRequest(2);
      assertThat(consumer.read().id()).isEqualTo(2);
      assertThat(calls.get(0).options().oneWay()).isTrue();
      assertThat(calls.get(1).options().oneWay()).isFalse();
      answer = call -> failed(Status.UNAVAILABLE);
      consumer.send(request(0x82, 3, body("m", INT, "95", "")));
      consumer.sendRequest(4);
      assertThat(consumer.read().id()).isEqualTo(4);
    }
  }

  @Test
  void echoAndGenericCallsAreCallsLikeOthers() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send(request(0xc2, 1, body("$echo", "Ljava/lang/Object;", "4e", "")));
      assertThat(consumer.read().status()).isEqualTo(20);
      assertThat(calls.get(0).target().method()).isEqualTo("$echo");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BAD_REQUEST, 40, 'why (bad-request, mesh-provider h:1)'",
    "NO_SERVICE, 70, 'Not found exported service: a.B: why (no-service, mesh-provider h:1)'",
    "NO_METHOD, 70, 'Not found method m(I) in a.B: why (no-method, mesh-provider h:1)'",
    "TOO_LARGE, 50, 'Data length too large: why (too-large, mesh-provider h:1)'",
    "REFUSED, 100, 'Thread pool is exhausted: why (refused, mesh-provider h:1)'",
    "UNAVAILABLE, 80, 'why (unavailable, mesh-provider h:1)'",
    "LOST, 80, 'why (lost, mesh-provider h:1)'",
    "TIMEOUT, 31, 'why (timeout, mesh-provider h:1)'",
    "PROVIDER_ERROR, 70, 'why (provider-error, mesh-provider h:1)'",
    "INTERNAL, 80, 'why (internal, mesh-provider h:1)'"
  })
  void aFailureHasAStatusAndAReason(Status status, int dubbo, String reason) throws Exception {
    answer = call -> failed(status);
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      Message answered = consumer.read();
      assertThat(answered.status()).isEqualTo(dubbo);
      assertThat(answered.text()).endsWith(reason);
      consumer.sendRequest(2);
      assertThat(consumer.read().id()).isEqualTo(2);
    }
  }

  @Test
  void aReasonNamesTheCallAsItsConsumerDoes() throws Exception {
    answer = call -> failed(Status.LOST);
    try (RawConsumer consumer = connect()) {
      String attachments = RawConsumer.text("x-request-id") + RawConsumer.text("order-7");
      consumer.send(request(0xc2, 1, body("m", RawConsumer.INT, "95", attachments)));
      assertThat(consumer.read().called()).isEqualTo("order-7");
      consumer.sendRequest(2);
      assertThat(consumer.read().called()).matches("[0-9a-f]{32}");
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 000000", "22, 22"})
  void aReasonForJsonComesAsTheRequestDid(String first, String begin) throws Exception {
    answer = call -> failed(Status.NO_SERVICE);
    try (RawConsumer consumer = connect()) {
      String[] items = {"\"2.0.2\"", "\"a.B\"", "null", "\"m\"", "\"\"", "{}"};
      byte[] body = new byte[0];
      for (String item : items) {
        byte[] json = item.getBytes(StandardCharsets.UTF_8);
        byte[] counted = concat(new byte[] {0, 0, 0, (byte) json.length}, json);
        body = concat(body, first.equals("0") ? counted : concat(json, new byte[] {'\n'}));
      }
      consumer.send(request(0xc6, 1, body));
      Message answered = consumer.read();
      assertThat(answered.flags()).isEqualTo("06");
      assertThat(answered.hex()).startsWith(begin);
      assertThat(answered.text()).contains("\"Not found exported service: a.B: why");
    }
  }

  @Test
  void anAnswerThatIsNotDubbosIsAnErrorOfTheProvider() throws Exception {
    answer = call -> Future.succeededFuture(reply(Encoding.JSON, new byte[] {'1'}));
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      assertThat(consumer.read().text()).contains("the answer isn't Dubbo's but JSON");
    }
  }

  @Test
  void aSerializationThatIsNotKnownIsRefusedAndTheConnectionLives() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send(request(0xc3, 1, new byte[] {1, 2}));
      Message refused = consumer.read();
      assertThat(refused.status()).isEqualTo(40);
      assertThat(refused.text())
          .endsWith(
              "request: the body is in serialization 3; 2 (hessian2), 6 (fastjson) and 23"
                  + " (fastjson2) are spoken (mesh)");
      consumer.sendRequest(2);
      assertThat(consumer.read().status()).isEqualTo(20);
    }
  }

  @Test
  void whileTheAgentIsShortOfCpuRequestsAreRefusedUnread() throws Exception {
    shedding = true;
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      Message refused = consumer.read();
      assertThat(refused.status()).isEqualTo(100);
      assertThat(refused.text()).contains(CallFailure.SHORT_OF_CPU);
      assertThat(calls).isEmpty();
      shedding = false;
      consumer.sendRequest(2);
      assertThat(consumer.read().status()).isEqualTo(20);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "05322e302e32", "0548", "05322e302e3203612e424e016d014995"})
  void aRequestThatIsNotUnderstoodIsRefusedAndTheConnectionLives(String hex) throws Exception {
    answer = call -> failed(Status.NO_SERVICE);
    try (RawConsumer consumer = connect()) {
      consumer.send(request(0xc2, 1, RawConsumer.unhex(hex)));
      assertThat(consumer.read().status()).isEqualTo(hex.length() > 20 ? 70 : 40);
      consumer.sendRequest(2);
      assertThat(consumer.read().id()).isEqualTo(2);
    }
  }

  @Test
  void twoCallsUnderOneIdAreOneTooMany() throws Exception {
    Promise<Reply> first = Promise.promise();
    answer = call -> first.future();
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      consumer.sendRequest(1);
      assertThat(consumer.read().status()).isEqualTo(40);
      context.runOnContext(v -> ok("90").onComplete(first));
      assertThat(consumer.read().hex()).isEqualTo("90");
    }
  }

  @Test
  void whatIsNotDubboEndsTheConnectionWithOneLine() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(consumer.isClosed()).isTrue();
    }
    assertThat(observed.drops).hasSize(1);
    assertThat(observed.drops.get(0)).startsWith("not Dubbo: a message starts with da bb");
  }

  @Test
  void whoSpeaksHttpIsToldInHttpWhereCallsGo() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send("POST /a.B/m HTTP/1.1\r\ncontent-length: 2\r\n\r\n[]".getBytes(UTF_8));
      String answer = new String(consumer.rest(), UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 400 ")
          .contains("this port of mesh speaks Dubbo's protocol");
    }
    assertThat(observed.drops).containsExactly("it speaks HTTP, and is told where calls go");
    assertThat(calls).isEmpty();
  }

  @Test
  void aPartOfARequestMayLookLikeHttp() throws Exception {
    byte[] request = request(0xc2, 1, body("m", INT, text("POST / HTTP/1.1"), ""));
    int at = new String(request, StandardCharsets.ISO_8859_1).indexOf("POST");
    try (RawConsumer consumer = connect()) {
      consumer.send(Arrays.copyOf(request, at));
      await().until(() -> observed.bytes.get() == at);
      consumer.send(Arrays.copyOfRange(request, at, request.length));
      assertThat(consumer.read().status()).isEqualTo(20);
    }
  }

  @Test
  void garbageBehindARequestDropsItsCall() throws Exception {
    answer = call -> Promise.<Reply>promise().future();
    try (RawConsumer consumer = connect()) {
      consumer.send(concat(request(0xc2, 1, body("m", INT, "95", "")), new byte[] {1, 2, 3}));
      assertThat(consumer.isClosed()).isTrue();
    }
    assertThat(calls.get(0).isCancelled()).isTrue();
  }

  @Test
  void aBodyOverTheLimitIsRefusedWithTheLimitAndThenTheConnectionEnds() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send("dabbc200 0000000000000005" + "%08x".formatted(MAX_BODY + 1) + "05322e");
      Message refused = consumer.read();
      assertThat(refused.status()).isEqualTo(40);
      assertThat(refused.id()).isEqualTo(5);
      assertThat(refused.text())
          .endsWith("Data length too large: 100001, max payload: 100000 (mesh)");
      consumer.send(new byte[50_000]); // what was on its way disturbs nobody
      assertThat(consumer.isClosed()).isTrue();
    }
    assertThat(observed.drops).hasSize(1);
  }

  @Test
  void heartbeatsAreAnsweredInTheirSerialization() throws Exception {
    try (RawConsumer consumer = connect()) {
      consumer.send("dabbe200 0000000000000001 00000001 4e");
      assertThat(consumer.read()).matches(m -> m.flags().equals("22") && m.hex().equals("4e"));
      consumer.send("dabbf700 0000000000000002 00000005 00000001af");
      assertThat(consumer.read())
          .matches(m -> m.flags().equals("37") && m.hex().equals("00000001af") && m.id() == 2);
      consumer.send("dabba200 0000000000000003 00000001 4e"); // which wants no answer
      consumer.sendRequest(4);
      assertThat(consumer.read().id()).isEqualTo(4);
    }
  }

  @Test
  void aSilentConsumerIsAskedAndThenLeft() throws Exception {
    AtomicLong nanos = new AtomicLong();
    clock = nanos::get;
    listen(PortOptions.of(300, PortOptions.STALL_MILLIS, 0));
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(-7);
      assertThat(consumer.read().id()).isEqualTo(-7);
      nanos.addAndGet(300_000_000);
      Message asked = consumer.read();
      assertThat(asked.flags()).isEqualTo("e2");
      assertThat(asked.hex()).isEqualTo("4e");
      consumer.send("dabb2214 0000000000000001 00000001 4e");
      awaitHeard(consumer);
      nanos.addAndGet(700_000_000); // less than three times as long after what it said last
      assertThat(consumer.read().flags()).isEqualTo("e2");
      nanos.addAndGet(200_000_000);
      await().until(() -> !observed.drops.isEmpty());
    }
    assertThat(observed.drops).containsExactly("nothing came for 3 x 300 ms");
  }

  /** What was sent has been read, and so has what was asked before that. */
  private static void awaitHeard(RawConsumer consumer) throws Exception {
    consumer.sendRequest(-8);
    Message heard;
    do { // it may be asked again meanwhile
      heard = consumer.read();
    } while (heard.id() != -8);
  }

  @Test
  void aRequestThatStopsInTheMiddleIsNotWaitedFor() throws Exception {
    listen(PortOptions.of(PortOptions.HEARTBEAT_MILLIS, 200, 0));
    try (RawConsumer consumer = connect()) {
      consumer.send("dabbc200 0000000000000005 00002000 05");
      assertThat(consumer.isClosed()).isTrue();
    }
    assertThat(observed.drops)
        .containsExactly("nothing came for 200 ms in the middle of a request");
  }

  @Test
  void aConsumerThatGoesCancelsItsCalls() throws Exception {
    answer =
        call -> {
          Promise<Reply> promise = Promise.promise();
          call.onCancel(() -> failed(Status.CANCELLED).onComplete(promise));
          return promise.future();
        };
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      consumer.sendRequest(2);
      await().until(() -> calls.size() == 2);
    }
    await().until(() -> calls.stream().allMatch(Call::isCancelled));
    await().until(() -> observed.ends.size() == 1);
  }

  @Test
  void anAnswerThatComesTooLateIsReleased() throws Exception {
    Promise<Reply> late = Promise.promise();
    answer = call -> late.future();
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      await().until(() -> calls.size() == 1);
    }
    await().until(() -> observed.ends.size() == 1);
    Reply reply = reply(Encoding.HESSIAN2_BODY, new byte[2000]);
    context.runOnContext(v -> late.complete(reply));
    await().until(() -> reply.payload().refCnt() == 0);
  }

  @Test
  void drainingTellsTheConsumerAndAnswersWhatIsInFlight() throws Exception {
    Promise<Reply> slow = Promise.promise();
    answer = call -> slow.future();
    Promise<Void> drained = Promise.promise();
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      await().until(() -> calls.size() == 1);
      context.runOnContext(v -> ingress.drain(20_000).onComplete(drained));
      Message event = consumer.read();
      assertThat(event.flags()).isEqualTo("a2");
      assertThat(event.hex()).isEqualTo("0152");
      consumer.sendRequest(2); // it was on its way
      await().until(() -> calls.size() == 2);
      assertThat(drained.future().isComplete()).isFalse();
      Reply reply = reply(Encoding.HESSIAN2_BODY, new byte[] {1});
      context.runOnContext(
          v -> slow.complete(new Reply(Status.OK, reply.encoding(), reply.payload().retain())));
      assertThat(consumer.read().status()).isEqualTo(20);
      assertThat(consumer.read().status()).isEqualTo(20);
      assertThat(consumer.isClosed()).isTrue();
    }
    await().until(() -> drained.future().succeeded());
  }

  @Test
  void whoGoesOnCallingIsRefusedInTheSecondHalfOfTheGrace() throws Exception {
    listen(
        new DubboIngressOptions(
            MAX_BODY,
            250_000,
            100_000,
            100_000,
            700,
            60_000,
            10_000,
            0,
            "mesh",
            false,
            Set::of,
            name -> false));
    Promise<Reply> slow = Promise.promise();
    answer = call -> slow.future();
    try (RawConsumer consumer = connect()) {
      consumer.sendRequest(1);
      await().until(() -> calls.size() == 1);
      context.runOnContext(v -> ingress.drain(200));
      assertThat(consumer.read().hex()).isEqualTo("0152");
      AtomicLong id = new AtomicLong(1);
      await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                boolean isAnswered = consumer.socket().getInputStream().available() > 0;
                if (!isAnswered) {
                  consumer.sendRequest(id.incrementAndGet());
                }
                return isAnswered;
              });
      Message refused = consumer.read();
      assertThat(refused.status()).isEqualTo(100);
      assertThat(refused.text()).endsWith("the agent is leaving (mesh)");
    }
  }

  @Test
  void callsInFlightAreBounded() throws Exception {
    answer = call -> Promise.<Reply>promise().future();
    try (RawConsumer consumer = connect()) {
      for (int id = 1; id <= 101; id++) {
        consumer.sendRequest(id);
      }
      Message refused = consumer.read();
      assertThat(refused.id()).isEqualTo(101);
      assertThat(refused.status()).isEqualTo(100);
      assertThat(refused.text()).endsWith("100 calls are in flight on this connection (mesh)");
    }
  }

  @Test
  void bodiesInFlightAreBounded() throws Exception {
    answer = call -> Promise.<Reply>promise().future();
    String binary = "41fde8" + "00".repeat(65_000) + "42" + "7530" + "00".repeat(30_000);
    byte[] large = body("m", "[B", binary, "");
    try (RawConsumer consumer = connect()) {
      for (int id = 1; id <= 3; id++) {
        consumer.send(request(0xc2, id, large));
      }
      Message refused = consumer.read();
      assertThat(refused.id()).isEqualTo(3);
      assertThat(refused.status()).isEqualTo(100);
      assertThat(refused.text())
          .endsWith("all requests in flight have more than 250000 bytes together (mesh)");
      answer = call -> ok("90");
      consumer.sendRequest(4); // small ones get through
      assertThat(consumer.read().id()).isEqualTo(4);
    }
    await().until(() -> calls.get(0).isCancelled());
  }

  @Test
  void aConsumerThatDoesNotReadIsNotReadFromEither() throws Exception {
    listen(PortOptions.of(PortOptions.HEARTBEAT_MILLIS, 100_000, 0));
    answer = call -> Future.succeededFuture(reply(Encoding.HESSIAN2_BODY, new byte[50_000]));
    try (RawConsumer consumer = connect()) {
      int sent = 30_000;
      Thread sender =
          new Thread(
              () -> {
                try {
                  for (int id = 1; id <= sent; id++) {
                    consumer.sendRequest(id);
                  }
                } catch (java.io.IOException e) {
                  observed.ends.add(e.getMessage());
                }
              });
      sender.start();
      AtomicInteger before = new AtomicInteger(-1);
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .during(Duration.ofMillis(300))
          .until(() -> before.getAndSet(calls.size()) == calls.size());
      assertThat(calls.size()).isLessThan(sent);
      int whole = 0;
      for (int i = 0; i < sent; i++) {
        Message answered = consumer.read();
        whole += answered.status() == 20 ? 1 : 0;
        if (answered.status() != 20) {
          assertThat(answered.text()).contains("bytes of answers wait for this consumer already");
        }
      }
      assertThat(whole).isGreaterThan(10);
      sender.join();
    }
    assertThat(observed.drops).isEmpty();
  }

  @Test
  void aConsumerThatTakesNothingIsLeft() throws Exception {
    listen(PortOptions.of(PortOptions.HEARTBEAT_MILLIS, 300, 0));
    answer = call -> Future.succeededFuture(reply(Encoding.HESSIAN2_BODY, new byte[50_000]));
    try (RawConsumer consumer = connect()) {
      try {
        for (int id = 1; observed.drops.isEmpty() && id < 100_000; id++) {
          consumer.sendRequest(id);
        }
      } catch (java.io.IOException e) {
        // it has been left
      }
      await().atMost(PATIENCE).until(() -> !observed.drops.isEmpty());
      await()
          .atMost(PATIENCE)
          .until(() -> observed.ends.size() == 1); // it's cut off, and reads nothing still
    }
    assertThat(observed.drops.get(0)).startsWith("it took no answers for 300 ms");
  }
}
