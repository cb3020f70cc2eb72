package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.Members;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.grpc.StalledCalls.Watched;
import dev.vertxmesh.ingress.grpc.connect.ConnectEnd;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What passes between a client and its call, without a connection. */
class CallStreamsTest {

  /** What other tests have left to this thread, whose calls nobody has ended. */
  private final long before = Reservations.ofHeap().held();

  private final FakeRequest request = new FakeRequest();
  private final Answer answer = new Answer();
  private final Call call =
      new Call(
          new Target(Members.HELLO, "m", ""),
          Encoding.GRPC,
          Unpooled.EMPTY_BUFFER,
          Map.of(),
          new Deadline(0));
  private final List<String> told = new ArrayList<>();

  CallStreamsTest() {
    request.response = answer::invoke;
  }

  @AfterEach
  void nothingIsHeld() {
    assertThat(held()).isZero();
  }

  private long held() {
    return Reservations.ofHeap().held() - before;
  }

  /** An answer whose client takes what the test lets it. */
  private static final class Answer {
    private final List<String> said = new ArrayList<>();
    private final List<Promise<Void>> writes = new ArrayList<>();
    private boolean headWritten;
    private boolean closed;
    private boolean full;
    private Handler<Void> drained;

    @SuppressWarnings("unchecked")
    Object invoke(Object proxy, Method called, Object[] arguments) {
      switch (called.getName()) {
        case "headWritten" -> {
          return headWritten;
        }
        case "closed" -> {
          return closed;
        }
        case "writeQueueFull" -> {
          return full;
        }
        case "writeHead" -> {
          headWritten = true;
          said.add("head");
          return Future.succeededFuture();
        }
        case "drainHandler" -> {
          drained = (Handler<Void>) arguments[0];
          return proxy;
        }
        case "write" -> {
          said.add(text(arguments[0]));
          writes.add(Promise.promise());
          return writes.get(writes.size() - 1).future();
        }
        case "end" -> {
          said.add("end " + text(arguments[0]));
          return Future.succeededFuture();
        }
        case "reset" -> {
          said.add("reset");
          return Future.succeededFuture();
        }
        default -> throw new AssertionError(called);
      }
    }

    private static String text(Object bytes) {
      return ((Buffer) bytes).toString(StandardCharsets.ISO_8859_1);
    }

    void takeAll() {
      writes.forEach(write -> write.tryComplete());
    }
  }

  private static Buffer bytes(String text) {
    return Buffer.buffer(text, "ISO-8859-1");
  }

  /** Of a connection without windows. */
  private static Http2Windows windows() {
    HttpConnection connection =
        (HttpConnection)
            Proxy.newProxyInstance(
                CallStreamsTest.class.getClassLoader(),
                new Class<?>[] {HttpConnection.class},
                (proxy, method, arguments) -> -1);
    return Http2Windows.over(connection, new WindowLimits(1, 1), () -> 0);
  }

  private RequestMessages messages() {
    RequestMessages messages =
        new RequestMessages(
            request.request(),
            1,
            windows(),
            new GrpcFraming("request", null, 10, "test"),
            call.record(),
            failure -> told.add(failure.status() + " " + failure.getMessage()));
    messages
        .handler(bytes -> told.add(bytes.toString(StandardCharsets.ISO_8859_1)))
        .endHandler(end -> told.add("end"))
        .exceptionHandler(cause -> told.add(cause.getMessage()));
    return messages;
  }

  @Test
  void messagesPassAsTheyComeAndNoFasterThanTheyAreRead() {
    RequestMessages messages = messages();
    assertThat(request.asked).containsExactly("pause");
    assertThat(messages.fetch(2).pause().resume()).isSameAs(messages);
    assertThat(request.asked).containsExactly("pause", 2L, "pause", Long.MAX_VALUE);
    request.send("\0\0\0\0\2h");
    request.send("i");
    assertThat(messages.passed()).isEqualTo(2);
    assertThat(messages.isOver()).isFalse();
    assertThat(call.record().requestBytes()).isEqualTo(7);
    request.end();
    assertThat(messages.isOver()).isTrue();
    assertThat(told).containsExactly("\0\0\0\0\2h", "i", "end");
    messages.pause();
    messages.resume();
    assertThat(request.asked).as("nothing is asked of what is over").hasSize(4);
  }

  @Test
  void whatNobodyReadsYetIsLookedAtAllTheSame() {
    RequestMessages messages = messages();
    messages.handler(null);
    messages.endHandler(null);
    request.send("\0\0\0\0\0");
    request.end();
    assertThat(messages.isOver()).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  void whatIsNoMessageIsToldOnceAndNothingIsReadAfterIt() {
    RequestMessages messages = messages();
    request.send("\2");
    String words = "INTERNAL request: message 1: its prefix begins with 0x02, expected 00 or 01";
    assertThat(told).containsExactly(words);
    request.send("\0\0\0\0\0");
    request.end();
    request.fail(new CallFailure(Status.CANCELLED, "test", "left"));
    assertThat(told).containsExactly(words);
    assertThat(messages.passed()).as("it came all the same").isEqualTo(2);
    assertThat(messages.isOver()).isTrue();
  }

  @Test
  void halfAMessageAtTheEndIsNone() {
    messages();
    request.send("\0\0\0\0\2h");
    request.end();
    assertThat(told)
        .containsExactly(
            "\0\0\0\0\2h",
            "INTERNAL request: message 1: it ends 1 bytes before its end, expected 2");
  }

  @Test
  void bytesThatCannotBeReadAreNoMessageAndAClientThatLeavesIsToldToTheReader() {
    messages();
    request.fail(new CallFailure(Status.INTERNAL, "test", "no base64"));
    request.fail(new IllegalStateException("left"));
    assertThat(told).as("once").containsExactly("INTERNAL no base64");
    told.clear();
    RequestMessages left = messages();
    request.fail(new IllegalStateException("left"));
    assertThat(left.isOver()).isTrue();
    request.fail(new IllegalStateException("again"));
    assertThat(told).containsExactly("left");
    messages().exceptionHandler(null);
    request.fail(new IllegalStateException("left, and nobody listens"));
    messages();
    request.end();
    request.fail(new IllegalStateException("left after its end"));
    assertThat(told).containsExactly("left", "end");
  }

  @Test
  void whatIsDroppedIsReadToItsEndAndNobodyHearsOfIt() {
    RequestMessages messages = messages();
    messages.drop();
    assertThat(request.asked).containsExactly("pause", Long.MAX_VALUE);
    request.send("\2");
    request.end();
    assertThat(told).isEmpty();
    assertThat(messages.isOver()).isTrue();
  }

  @Test
  void theHeadLeavesWithTheTurnAtTheLatestAndOnce() {
    ResponsePump pump = new ResponsePump(request.vertx(), request.request());
    pump.begin(new FilledStream(() -> {}), call.record());
    assertThat(answer.said).isEmpty();
    request.turn();
    assertThat(answer.said).containsExactly("head");
    pump.writeHead();
    assertThat(answer.said).hasSize(1);
    answer.headWritten = false;
    answer.closed = true;
    pump.writeHead();
    answer.closed = false;
    pump.stop();
    pump.writeHead();
    assertThat(answer.said).hasSize(1);
  }

  @Test
  void anAnswerLeavesAsFastAsItsClientReads() {
    FilledStream stream = new FilledStream(() -> {});
    ResponsePump pump = new ResponsePump(request.vertx(), request.request());
    pump.begin(stream, call.record());
    stream.add(bytes("one"));
    assertThat(held()).isEqualTo(3 + Reservation.PART);
    answer.full = true;
    stream.add(bytes("two"));
    stream.add(bytes("three"));
    assertThat(answer.said).containsExactly("one", "two");
    assertThat(pump.passed()).isEqualTo(2);
    assertThat(call.record().streamedOut()).isEqualTo(6);
    answer.takeAll();
    assertThat(held()).isZero();
    answer.full = false;
    answer.drained.handle(null);
    assertThat(answer.said).containsExactly("one", "two", "three");
    answer.takeAll();
  }

  @Test
  void whoHasLeftOrWasToldTheEndGetsNothingMore() {
    FilledStream stream = new FilledStream(() -> {});
    ResponsePump pump = new ResponsePump(request.vertx(), request.request());
    pump.begin(stream, call.record());
    answer.closed = true;
    stream.add(bytes("one"));
    answer.closed = false;
    pump.stop();
    stream.add(bytes("two"));
    assertThat(answer.said).isEmpty();
    assertThat(pump.passed()).isEqualTo(2);
    assertThat(call.record().streamedOut()).isZero();
  }

  @Test
  void whatTheClientDoesNotTakeIsHeldUntilItLeaves() {
    UnsentMessages unsent = new UnsentMessages(request.request());
    assertThat(unsent.hold(bytes("hello"))).isTrue();
    assertThat(held()).isEqualTo(10 + Reservation.PART);
    unsent.close();
    assertThat(held()).isZero();
    assertThat(unsent.hold(bytes("x"))).isFalse();
  }

  @Test
  void anAnswerOfConnectsHasItsEndAsOneMoreMessageUnlessItHasHalfOne() {
    ConnectBody body = new ConnectBody(request.vertx(), request.request());
    body.pass(bytes("\0\0\0\0\2h"));
    assertThat(body.end(ConnectEnd.of(Map.of())).succeeded()).isTrue();
    assertThat(answer.said).containsExactly("\0\0\0\0\2h", "reset");
    body.pass(bytes("i"));
    assertThat(body.end(ConnectEnd.of(Map.of("grpc-status", "0"))).succeeded()).isTrue();
    assertThat(answer.said).last().isEqualTo("end \2\0\0\0\2{}");
    answer.takeAll();
  }

  private WebBody web(String type, String accept) {
    if (accept != null) {
      request.headers.set("accept", accept);
    }
    return new WebBody(request.vertx(), request.request(), WebType.of(type));
  }

  private static String base64(String bytes) {
    return Base64.getEncoder().encodeToString(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void anAnswerOfTheWebsHasItsTrailersAsOneMoreMessage() {
    WebBody body = web("application/grpc-web+proto", null);
    assertThat(body.contentType()).isEqualTo("application/grpc-web+proto");
    body.pass(bytes("\0\0\0\0\2hi"));
    Map<String, String> trailers = new LinkedHashMap<>();
    trailers.put("grpc-status", "0");
    trailers.put("cost", "3");
    assertThat(body.end(trailers).succeeded()).isTrue();
    assertThat(answer.said)
        .containsExactly("\0\0\0\0\2hi", "end \u0080\0\0\0\31grpc-status: 0\r\ncost: 3\r\n");
    answer.takeAll();
  }

  @Test
  void inTextEachMessageBeginsANewGroupOfDigits() {
    WebBody body = web("application/grpc-web-text", null);
    body.pass(bytes("\0\0\0\0"));
    body.pass(bytes("\5"));
    body.pass(bytes("h"));
    body.pass(bytes("e"));
    body.pass(bytes("llo"));
    body.pass(bytes("\0\0\0\0\0"));
    body.end(Map.of("a", "b"));
    assertThat(answer.said)
        .containsExactly(
            base64("\0\0\0"),
            base64("\0\5h"),
            base64("ello"),
            base64("\0\0\0\0\0"),
            "end " + base64("\u0080\0\0\0\6a: b\r\n"));
    answer.takeAll();
  }

  @Test
  void whoHasHalfAMessageOfTheWebsGetsNoStatus() {
    WebBody body = web("application/grpc-web", null);
    body.pass(bytes("\0\0\0\0\2h"));
    assertThat(body.end(Map.of()).succeeded()).isTrue();
    assertThat(answer.said).last().isEqualTo("reset");
    answer.takeAll();
  }

  @Test
  void theWebsTypesAreReadInAnyCaseAndAnsweredAsIsAccepted() {
    Map<String, String> table = new LinkedHashMap<>();
    table.put("application/grpc-web", "application/grpc-web+proto");
    table.put("Application/GRPC-Web+JSON ; x=y", "application/grpc-web+json");
    table.put("application/grpc-web-text", "application/grpc-web-text+proto");
    table.put("application/grpc-web-text+proto;charset=utf-8", "application/grpc-web-text+proto");
    table.forEach((type, of) -> assertThat(WebType.of(type).contentType()).isEqualTo(of));
    for (String none : new String[] {null, "", "application/grpc", "application/grpc-webs"}) {
      assertThat(WebType.of(none)).isNull();
    }
    assertThat(WebType.of("application/grpc-web-texts")).isNull();
    assertThat(WebType.of("application/grpc-web+json").ofGrpc()).isEqualTo("application/grpc+json");
    WebType text = WebType.of("application/grpc-web-text+json");
    assertThat(text.ofAnswer(null)).isSameAs(text);
    assertThat(text.ofAnswer("*/*")).isSameAs(text);
    assertThat(text.ofAnswer("application/grpc-web+proto").text()).isFalse();
    assertThat(WebType.of("application/grpc-web").ofAnswer("application/grpc-web-text").text())
        .isTrue();
    assertThat(web("application/grpc-web", "application/grpc-web-text").contentType())
        .isEqualTo("application/grpc-web-text+proto");
  }

  @Test
  void whatABrowserSaysOfItselfIsNotTheMethods() {
    Map<String, String> metadata = new HashMap<>();
    for (String name :
        List.of("accept", "origin", "sec-fetch-mode", "x-grpc-web", "second", "user")) {
      metadata.put(name, "x");
    }
    BrowserHeaders.removeFrom(metadata);
    assertThat(metadata).containsOnlyKeys("second", "user");
  }

  /** Timers that the test lets go off. */
  private static final class Timers {
    private final Map<Long, Handler<Long>> all = new LinkedHashMap<>();
    private final List<Object> delays = new ArrayList<>();
    private long next;

    @SuppressWarnings("unchecked")
    Vertx vertx() {
      return (Vertx)
          Proxy.newProxyInstance(
              CallStreamsTest.class.getClassLoader(),
              new Class<?>[] {Vertx.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("setTimer")) {
                  delays.add(arguments[0]);
                  all.put(++next, (Handler<Long>) arguments[1]);
                  return next;
                }
                return all.remove((Long) arguments[0]) != null;
              });
    }

    void goOff() {
      Map.copyOf(all)
          .forEach(
              (id, handler) -> {
                all.remove(id);
                handler.handle(id);
              });
    }
  }

  private final class Stream implements Watched {
    private int passed;

    @Override
    public int passed() {
      return passed;
    }

    @Override
    public void onQuiet() {
      told.add("quiet");
    }
  }

  @Test
  void aCallIsQuietAfterFourLooksAtWhichNothingHadPassed() {
    Timers timers = new Timers();
    StalledCalls calls = new StalledCalls(timers.vertx(), Integer.MAX_VALUE);
    Stream stream = new Stream();
    calls.add(stream);
    assertThat(calls.boundMillis()).isEqualTo(Integer.MAX_VALUE);
    assertThat(timers.delays).containsExactly((long) Integer.MAX_VALUE / 4);
    stream.passed = 1;
    for (int look = 0; look < 4; look++) {
      timers.goOff();
    }
    stream.passed = 2;
    for (int look = 0; look < 4; look++) {
      timers.goOff();
      assertThat(told).isEmpty();
    }
    timers.goOff();
    assertThat(told).containsExactly("quiet");
    assertThat(timers.all).as("nobody is left to look at").isEmpty();
  }

  @Test
  void whoHasEndedIsNotLookedAtAndWithoutABoundNobodyIs() {
    Timers timers = new Timers();
    StalledCalls calls = new StalledCalls(timers.vertx(), Integer.MAX_VALUE);
    Stream ended = new Stream();
    calls.add(ended);
    calls.remove(ended);
    for (int look = 0; look < 6; look++) {
      timers.goOff();
    }
    assertThat(told).isEmpty();
    assertThat(timers.all).isEmpty();
    StalledCalls unbounded = new StalledCalls(timers.vertx(), 0);
    unbounded.add(new Stream());
    assertThat(timers.all).isEmpty();
    assertThat(unbounded.boundMillis()).isZero();
    StalledCalls shortest = new StalledCalls(timers.vertx(), 3);
    shortest.add(new Stream());
    assertThat(timers.delays).last().isEqualTo(1L);
  }
}
