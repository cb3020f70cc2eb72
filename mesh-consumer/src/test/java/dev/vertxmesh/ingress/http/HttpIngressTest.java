package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpIngressTest {

  private static final String FORM =
      "interface=com.x.Hello&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=é";

  private static final String RAW_FORM =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: "
          + FORM.getBytes(StandardCharsets.UTF_8).length
          + "\r\n\r\n"
          + FORM;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<Channel> sockets = new CopyOnWriteArrayList<>();
  private volatile Supplier<Future<Reply>> answer;
  private volatile LongSupplier clock = System::nanoTime;
  private int port;

  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime);

  @BeforeEach
  void listen() throws Exception {
    listen(false, 100_000);
  }

  /**
   * @param stallMillis so short only where it's what the test waits for
   */
  private void listen(boolean strict, long stallMillis) throws Exception {
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.TEXT, "42"));
    HttpIngress ingress =
        new HttpIngress(
            vertx,
            this::answer,
            new HttpOptions(
                10_000,
                new MemoryBudget(25_000),
                5_000,
                strict,
                stallMillis,
                "mesh-consumer",
                "x-mesh-cart",
                "X-Mesh-Tag",
                0),
            connections,
            () -> clock.getAsLong());
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setPort(0))
            .connectionHandler(this::onConnection)
            .invalidRequestHandler(ingress::onInvalid)
            .requestHandler(request -> connections.whenGreeted(request, ingress));
    port =
        server
            .listen()
            .toCompletionStage()
            .toCompletableFuture()
            .get(100, TimeUnit.SECONDS)
            .actualPort();
  }

  private void onConnection(HttpConnection connection) {
    connections.onConnection(connection);
    sockets.add(((HttpServerConnection) connection).channelHandlerContext().channel());
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private Future<Reply> answer(Call call) {
    calls.add(call);
    call.payload().release();
    return answer.get();
  }

  @Test
  void whatNamesACallGoesOnWithIt() throws Exception {
    post("/", FORM, "Traceparent", "00-1-2-01", "sw8", "1-x", "x-mesh-attachment-sw8", "own");
    assertThat(calls.get(0).attachments())
        .isEqualTo(Map.of("traceparent", "00-1-2-01", "sw8", "own"));
  }

  @Test
  void aProblemHasTheCallsId() throws Exception {
    answer = () -> Future.failedFuture(new CallFailure(Status.LOST, "there", "gone"));
    HttpResponse<String> named = post("/", FORM, "x-request-id", "order-7");
    assertThat(problem(named, 503).getString("id")).isEqualTo("order-7");
    assertThat(named.headers().firstValue("x-request-id")).hasValue("order-7");
    HttpResponse<String> other = post("/", FORM);
    assertThat(problem(other, 503).getString("id")).matches("[0-9a-f]{32}");
    HttpResponse<String> noCall = post("/", "no form", "x-request-id", "order-8");
    assertThat(problem(noCall, 400).getString("id")).isEqualTo("order-8");
    answer = () -> Future.failedFuture(new CallFailure(Status.REFUSED, "there", "full"));
    assertThat(post("/", FORM, "x-request-id", "a").headers().firstValue("x-request-id"))
        .hasValue("a");
  }

  @Test
  void aCallThatWasRefusedIsAnsweredInTheSameWordsEachTime() throws Exception {
    CallFailure full = new CallFailure(Status.REFUSED, "mesh-provider there", "too many in flight");
    answer = () -> Future.failedFuture(full);
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response = post("/", FORM);
      JsonObject problem = problem(response, 503);
      assertThat(problem.getString("detail")).isEqualTo("too many in flight");
      assertThat(problem.getString("where")).isEqualTo("mesh-provider there");
      assertThat(problem.getString("retry")).isEqualTo("safe");
      assertThat(response.headers().firstValue("retry-after")).hasValue("1");
    }
  }

  @Test
  void aFormBecomesACallAndTheReplyItsText() throws Exception {
    HttpResponse<String> response = post("/", FORM);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("42");
    assertThat(response.headers().firstValue("content-type")).hasValue("text/plain;charset=utf-8");
    assertThat(calls.get(0).target())
        .isEqualTo(new Target(ServiceKey.of("com.x.Hello"), "hash", "Ljava/lang/String;"));
    assertThat(calls.get(0).encoding()).isEqualTo(Encoding.TEXT);
  }

  @Test
  void aCallThatNobodyWaitsForIsAcceptedWithoutABody() throws Exception {
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.JSON, ""));
    HttpResponse<String> response = post("/com.x.Hello/touch", "[]", "x-mesh-oneway", "true");
    assertThat(response.statusCode()).isEqualTo(202);
    assertThat(response.body()).isEmpty();
    assertThat(calls.get(0).options().oneWay()).isTrue();
    assertThat(post("/com.x.Hello/touch", "[]", "x-mesh-oneway", "false").statusCode())
        .isEqualTo(200);
  }

  @Test
  void jsonBecomesACallAndTheReplyItsJson() throws Exception {
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.JSON, "{\"a\":1}"));
    HttpResponse<String> response = post("/com.x.Hello/%24echo", "[1]");
    assertThat(response.body()).isEqualTo("{\"a\":1}");
    assertThat(response.headers().firstValue("content-type")).hasValue("application/json");
    assertThat(calls.get(0).target())
        .isEqualTo(new Target(ServiceKey.of("com.x.Hello"), "$echo", Target.UNKNOWN));
  }

  @Test
  void theAffinityIsAHeadersValueAndNothingThatIsSentOn() throws Exception {
    post("/com.x.Hello/m", "[]", "X-Mesh-Cart", "17");
    post("/com.x.Hello/m", "[]");
    assertThat(calls).extracting(Call::affinity).containsExactly("17", null);
    assertThat(calls.get(0).attachments()).isEmpty();
  }

  @Test
  void whereAnotherHeaderSaysTheTagTheUsualOneIsRefusedAndTheOtherNamed() {
    HttpOptions options = HttpOptions.of(1, 1, false, "", null, "shop-lane", 0);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("X-Mesh-Tag", "gray");
    assertThatThrownBy(() -> CallHeaders.of(headers, options))
        .hasMessage("header x-mesh-tag: this agent reads tags in shop-lane, as --tag-header says");
  }

  @Test
  void theHeaderThatSaysTheTagIsNoneOfOursThatIsMisspelt() throws Exception {
    assertThat(post("/com.x.Hello/m", "[]", "x-mesh-tag", "gray").statusCode()).isEqualTo(200);
    assertThat(calls.get(0).record().origin().header("x-mesh-tag")).isEqualTo("gray");
  }

  @Test
  void headersSayGroupVersionTimeoutAndAttachments() throws Exception {
    post(
        "/com.x.Hello/m",
        "[]",
        "x-mesh-group",
        "blue",
        "x-mesh-version",
        "1.0",
        "x-mesh-timeout",
        "60000",
        "X-Mesh-Attachment-Trace",
        "t1");
    Call call = calls.get(0);
    assertThat(call.target().service()).isEqualTo(new ServiceKey("com.x.Hello", "blue", "1.0"));
    assertThat(call.attachments()).isEqualTo(Map.of("trace", "t1"));
    assertThat(call.deadline().millisLeft(System.nanoTime())).isBetween(5_001L, 60_000L);
  }

  @Test
  void aHeadersBytesAreUtf8() throws Exception {
    String head =
        "POST /com.x.Hello/m HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n";
    String good = head + "x-mesh-attachment-who: Zoë 数🚀\r\n\r\n[]";
    assertThat(answerTo(good.getBytes(StandardCharsets.UTF_8))).startsWith("HTTP/1.1 200");
    assertThat(calls.get(0).attachments()).isEqualTo(Map.of("who", "Zoë 数🚀"));
    String latin = head + "x-mesh-attachment-who: Zoë\r\n\r\n[]";
    assertThat(answerTo(latin.getBytes(StandardCharsets.ISO_8859_1)))
        .contains("header x-mesh-attachment-who: its value isn't UTF-8");
    assertThat(calls).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "clas=keep | query: 'clas', expected class=keep or nothing",
        "class=keep&x | query: 'x', expected class=keep or nothing",
        "class=keep&class=drop | class in the query: it is there more than once",
        "class=kept | class in the query: 'kept', expected keep or drop",
      })
  void namesWhatIsWrongInTheQuery(String query, String detail) throws Exception {
    JsonObject problem = problem(post("/com.x.Hello/m?" + query, "[]"), 400);
    assertThat(problem.getString("detail")).isEqualTo(detail);
    assertThat(calls).isEmpty();
  }

  @Test
  void theQueryMayKeepClasses() throws Exception {
    post("/com.x.Hello/m?class=keep", "[]");
    assertThat(calls.get(0).options().keepClasses()).isTrue();
  }

  @Test
  void aCallMayBeStrict() throws Exception {
    post("/com.x.Hello/m", "[]", "x-mesh-strict", "true");
    assertThat(calls.get(0).options().strict()).isTrue();
  }

  @Test
  void allCallsMayBeStrictButThoseThatSayTheyAreNot() throws Exception {
    listen(true, 100_000);
    post("/com.x.Hello/m", "[]");
    assertThat(calls.get(0).options().strict()).isTrue();
    post("/com.x.Hello/m", "[]", "x-mesh-strict", "false");
    assertThat(calls.get(1).options().strict()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x-mesh-timeout | 0 | header x-mesh-timeout: '0', expected milliseconds from 1 to 86400000",
        "x-mesh-oneway | yes | header x-mesh-oneway: 'yes', expected true or false",
        "x-mesh-strict | 1 | header x-mesh-strict: '1', expected true or false",
        "x-mesh-timeout | soon | header x-mesh-timeout: 'soon', expected milliseconds",
        "x-mesh-grup | x | header x-mesh-grup: expected group, version, timeout, class, generic,"
            + " oneway, strict or attachment-NAME",
        "content-type | text/xml | content-type: 'text/xml', expected application/x-www-form"
      })
  void namesAHeaderThatIsWrong(String name, String value, String detail) throws Exception {
    JsonObject problem = problem(post("/", FORM, name, value), 400);
    assertThat(problem.getString("detail")).startsWith(detail);
    assertThat(calls).isEmpty();
  }

  /** The head is looked at only where the body can't be read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "content-encoding | gzip | content-encoding: 'gzip', expected none: send the body"
            + " uncompressed",
        "content-type | image/jpeg | content-type: 'image/jpeg', expected JSON",
        "Content-Type | Multipart/form-data; boundary=x | content-type: 'Multipart/form-data;"
      })
  void namesTheKindOfABodyThatCanNotBeRead(String name, String value, String detail)
      throws Exception {
    assertThat(post("/com.x.Hello/m", "[]", name, value).statusCode()).isEqualTo(200);
    JsonObject problem = problem(post("/com.x.Hello/m", "\u001f\u008b", name, value), 415);
    assertThat(problem.getString("detail")).startsWith(detail);
    assertThat(problem.getString("type")).isEqualTo("urn:vertx-mesh:bad-request");
  }

  @Test
  void aFormThatIsPackedIsNotReadAsOne() throws Exception {
    assertThat(problem(post("/", "x", "content-encoding", "br"), 415).getString("detail"))
        .startsWith("content-encoding: 'br', expected none");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.class,
      names = {"OK", "EXCEPTION"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyFailureIsAProblemThatSaysWhatWhereAndWhetherToTryAgain(Status status) throws Exception {
    answer = () -> Future.failedFuture(new CallFailure(status, "mesh-provider x:1", "why"));
    HttpResponse<String> response = post("/", FORM);
    JsonObject problem = problem(response, response.statusCode());
    assertThat(response.statusCode()).isGreaterThanOrEqualTo(400);
    assertThat(problem.getInteger("status")).isEqualTo(response.statusCode());
    assertThat(problem.getString("detail")).isEqualTo("why");
    assertThat(problem.getString("where")).isEqualTo("mesh-provider x:1");
    assertThat(problem.getString("retry")).isIn("safe", "may-repeat", "useless");
    assertThat(response.headers().firstValue("retry-after").isPresent())
        .isEqualTo(problem.getString("retry").equals("safe"));
  }

  @Test
  void anExceptionOfTheMethodIsAProblemWithItsClassAndMessage() throws Exception {
    answer =
        () ->
            Future.succeededFuture(
                reply(
                    Status.EXCEPTION,
                    Encoding.JSON,
                    "{\"class\":\"a.B\",\"message\":\"no\",\"id\":7}"));
    JsonObject problem = problem(post("/", FORM), 500);
    assertThat(problem.getString("detail")).isEqualTo("a.B: no");
    assertThat(problem.getJsonObject("exception").getInteger("id")).isEqualTo(7);
  }

  @Test
  void aBodyOverTheLimitIsRefusedWithOrWithoutItsLength() throws Exception {
    String large = "x".repeat(10_001);
    assertThat(problem(post("/", large), 413).getString("detail"))
        .contains("more than 10000 bytes");
    HttpRequest chunked =
        request("/").POST(BodyPublishers.fromPublisher(BodyPublishers.ofString(large))).build();
    problem(client.send(chunked, BodyHandlers.ofString()), 413);
    assertThat(calls).isEmpty();
  }

  @Test
  void bodiesOverTheBudgetOfAllAreRefusedAndThoseThatEndGiveItBack() throws Exception {
    Promise<Reply> held = Promise.promise();
    answer = held::future;
    String body = FORM + "x".repeat(9_000 - FORM.length());
    var first = client.sendAsync(form(body), BodyHandlers.ofString());
    await().until(() -> calls.size() == 1);
    var second = client.sendAsync(form(body), BodyHandlers.ofString());
    await().until(() -> calls.size() == 2);
    JsonObject problem = problem(post("/", body), 503);
    assertThat(problem.getString("detail")).contains("more than 25000 bytes together");
    held.fail(new CallFailure(Status.TIMEOUT, "x", "y"));
    assertThat(first.get(100, TimeUnit.SECONDS).statusCode()).isEqualTo(504);
    assertThat(second.get(100, TimeUnit.SECONDS).statusCode()).isEqualTo(504);
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.TEXT, "again"));
    assertThat(post("/", body).body()).isEqualTo("again");
  }

  @RepeatedTest(50) // on a connection of its own each time, which the JDK begins as HTTP/1.1
  void aLargeReplyArrivesWhole() throws Exception {
    String large = "0123456789".repeat(500_000);
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.TEXT, large));
    assertThat(post("/", FORM).body()).isEqualTo(large);
  }

  @Test
  void aClientThatLeavesInTheMiddleOfALargeReplyLeavesNothingBehind() throws Exception {
    Reply large = reply(Status.OK, Encoding.TEXT, "x".repeat(20 << 20));
    answer = () -> Future.succeededFuture(large);
    try (Socket socket = send(RAW_FORM)) {
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
    await().until(() -> large.payload().refCnt() == 0);
  }

  @Test
  void aClientThatLeavesCancelsItsCall() throws Exception {
    Promise<Reply> held = Promise.promise();
    answer = held::future;
    try (Socket socket = send(RAW_FORM)) {
      await().until(() -> calls.size() == 1);
      socket.shutdownOutput();
    }
    await().until(() -> calls.get(0).isCancelled());
    Reply late = reply(Status.OK, Encoding.TEXT, "late");
    held.complete(late);
    await().until(() -> late.payload().refCnt() == 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST / HTTP/1.1~Host: x~Transfer-Encoding: chunked~~5~hello~zz~ | body: it can't be read",
        "POST / HTTP/1.1~Host: x~Content-Length: abc~~ | request: Content-Length value is not a",
        "NONSENSE~~ | request: "
      })
  void whatIsNotHttpIsAProblemAndEndsTheConnection(String sent, String detail) throws Exception {
    try (Socket socket = send(sent.replace("~", "\r\n"))) {
      String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(response).contains(" 400 ").contains("application/problem+json").contains(detail);
    }
  }

  @Test
  void otherPathsAndMethodsAreProblems() throws Exception {
    assertThat(problem(post("/a/b/c", "[]"), 404).getString("detail"))
        .isEqualTo("path: '/a/b/c', expected / or /{interface}/{method}");
    HttpResponse<String> get = client.send(request("/a/b").GET().build(), BodyHandlers.ofString());
    assertThat(problem(get, 405).getString("detail")).startsWith("method: GET, expected POST");
    assertThat(get.headers().firstValue("allow")).hasValue("POST");
  }

  @ParameterizedTest
  @CsvSource({"/, 405", "/metrics, 404", "/topology, 404", "/health/ready, 405"})
  void whoAsksForWhatTheAdminPortHasIsToldOfIt(String path, int status) throws Exception {
    HttpResponse<String> get = client.send(request(path).GET().build(), BodyHandlers.ofString());
    assertThat(problem(get, status).getString("detail"))
        .endsWith(
            "; this agent's page, health and metrics are at its admin port, 20002 by default");
  }

  @Test
  void anAttachmentCannotBecomeAnotherHeader() throws Exception {
    answer =
        () ->
            Future.succeededFuture(
                new Reply(
                    Status.OK,
                    Encoding.TEXT,
                    ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, "1"),
                    Map.of("fine", "v", "bad", "a\r\nset-cookie: b")));
    HttpResponse<String> response = post("/", FORM);
    assertThat(response.headers().firstValue("x-mesh-attachment-fine")).hasValue("v");
    assertThat(response.headers().firstValue("set-cookie")).isEmpty();
  }

  private String answerTo(byte[] request) throws IOException {
    try (Socket socket = send(request)) {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Socket send(String request) throws IOException {
    return send(request.getBytes(StandardCharsets.UTF_8));
  }

  private Socket send(byte[] request) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(100_000);
    OutputStream out = socket.getOutputStream();
    out.write(request);
    out.flush();
    return socket;
  }

  private static JsonObject problem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    return new JsonObject(response.body());
  }

  private HttpResponse<String> post(String path, String body, String... headers) throws Exception {
    HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest form(String body) {
    return request("/").POST(BodyPublishers.ofString(body)).build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private static Reply reply(Status status, Encoding encoding, String text) {
    return new Reply(status, encoding, ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, text));
  }

  @Test
  void jsonInAnotherEncodingIsRefusedAndGivesItsBytesBack() throws Exception {
    for (int i = 0; i < 5; i++) { // more than the budget of all bodies, if one were kept
      HttpRequest utf16 =
          request("/com.x.Hello/hash")
              .POST(
                  BodyPublishers.ofByteArray(
                      ("[\"" + "x".repeat(4_000) + "\"]").getBytes(StandardCharsets.UTF_16LE)))
              .build();
      HttpResponse<String> response = client.send(utf16, BodyHandlers.ofString());
      assertThat(problem(response, 400).getString("detail")).contains("UTF-8");
    }
    assertThat(post("/", FORM + "x".repeat(9_000 - FORM.length())).body()).isEqualTo("42");
  }

  @Test
  void aFaultOfOursIsAnsweredToo() throws Exception {
    Promise<Reply> deep = Promise.promise();
    answer = deep::future;
    deep.complete(reply(Status.EXCEPTION, Encoding.JSON, "not JSON at all"));
    assertThat(problem(post("/", FORM), 500).getJsonObject("exception").getString("message"))
        .isEqualTo("not JSON at all");
  }

  @Test
  void anErrorOfWhoTakesACallIsAnsweredAndGivesItsBytesBack() throws Exception {
    answer =
        () -> {
          throw new OutOfMemoryError("injected");
        };
    assertAllAreAnsweredAndGivenBack();
    assertThat(calls).hasSize(4);
  }

  @Test
  void anErrorWhereACallIsReadIsAnsweredAndGivesItsBytesBack() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    clock =
        () -> {
          if (readings.incrementAndGet() % 2 == 1) {
            return System.nanoTime(); // when its request comes; next when its call is made
          }
          throw new OutOfMemoryError("injected");
        };
    assertAllAreAnsweredAndGivenBack();
    assertThat(calls).hasSize(1);
  }

  /** More of them than the budget of all bodies, if one were kept. */
  private void assertAllAreAnsweredAndGivenBack() throws Exception {
    String large = FORM + "x".repeat(9_000 - FORM.length());
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> response =
          client.sendAsync(form(large), BodyHandlers.ofString()).get(100, TimeUnit.SECONDS);
      assertThat(problem(response, 500).getString("detail")).contains("injected");
    }
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.TEXT, "again"));
    clock = System::nanoTime;
    assertThat(post("/", large).body()).isEqualTo("again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "k=v", "a,b", "a;b", "(x)", "a\"b", "é", ""})
  void anAttachmentWhoseNameIsNoHeadersStaysOut(String name) throws Exception {
    answer =
        () ->
            Future.succeededFuture(
                new Reply(
                    Status.OK,
                    Encoding.TEXT,
                    ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, "1"),
                    Map.of(name, "v")));
    assertThat(post("/", FORM).body()).isEqualTo("1");
  }

  @Test
  void anUploadThatStallsIsRefusedAndGivesItsBytesBack() throws Exception {
    listen(false, 300);
    String stalled = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n";
    try (Socket first = send(stalled + "x".repeat(8_000));
        Socket second = send(stalled + "x".repeat(8_000))) {
      for (Socket socket : List.of(first, second)) {
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).contains(" 400 ").contains("nothing came for a while, after 8000");
      }
    }
    String whole = FORM + "x".repeat(9_000 - FORM.length());
    await().until(() -> post("/", whole).body().equals("42")); // which may stall itself
  }

  @Test
  void anUploadThatNeverBeginsIsRefused() throws Exception {
    listen(false, 300);
    try (Socket socket = send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n")) {
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).contains(" 400 ").contains("nothing came for a while, after 0 bytes");
    }
  }

  @Test
  void aClientThatTakesNothingOfALargeReplyIsLeft() throws Exception {
    listen(false, 300);
    Reply large = reply(Status.OK, Encoding.TEXT, "x".repeat(20 << 20));
    answer = () -> Future.succeededFuture(large);
    try (Socket socket = send(RAW_FORM)) {
      await().until(() -> large.payload().refCnt() == 0);
      await().until(() -> !sockets.get(0).isOpen());
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }

  @Test
  void aClientThatTakesNoSmallReplyIsLeftToo() throws Exception {
    listen(false, 300);
    String small = "x".repeat(60_000);
    answer = () -> Future.succeededFuture(reply(Status.OK, Encoding.TEXT, small));
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      // more than sockets hold; Netty takes 128 requests ahead of their answers
      socket.getOutputStream().write(RAW_FORM.repeat(120).getBytes(StandardCharsets.UTF_8));
      await().until(() -> !sockets.isEmpty() && !sockets.get(0).isOpen());
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }

  @Test
  void aHeaderThatIsThereTwiceIsNamed() throws Exception {
    JsonObject problem =
        problem(post("/", FORM, "x-mesh-timeout", "5", "x-mesh-timeout", "6"), 400);
    assertThat(problem.getString("detail"))
        .isEqualTo("header x-mesh-timeout: it is there more than once");
  }
}
