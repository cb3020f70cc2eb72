package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.Members;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.StatusDetails;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.memory.Reservations;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a call of a client ends, once and in order, without a connection. */
class IncomingCallTest {

  private final FakeRequest request = new FakeRequest();
  private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();
  private final MultiMap trailers = MultiMap.caseInsensitiveMultiMap();
  private final List<String> said = new ArrayList<>();
  private final Queue<Handler<Void>> turns = new ArrayDeque<>();
  private final Map<Long, Handler<Long>> timers = new HashMap<>();
  private final Promise<Void> ended = Promise.promise();
  private final Promise<Reply> reply = Promise.promise();
  private final List<String> provider = new ArrayList<>();
  private final Call call =
      new Call(
          new Target(Members.HELLO, "m", ""),
          Encoding.GRPC,
          Unpooled.EMPTY_BUFFER,
          Map.of(),
          new Deadline(0));
  private final FilledStream answers = new FilledStream(() -> {});
  private final EmbeddedChannel socket = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
  private final ChannelHandlerContext context = socket.pipeline().firstContext();
  private HttpVersion version = HttpVersion.HTTP_2;
  private boolean isRead;
  private boolean headWritten;
  private boolean full;
  private Handler<Void> closed;
  private Handler<Void> drained;
  private StalledCalls quiet;
  private GrpcCall incoming;

  @AfterEach
  void oneEndAtMost() {
    assertThat(said.stream().filter(word -> word.startsWith("end"))).hasSizeLessThanOrEqualTo(1);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private HttpConnection connection() {
    return proxy(
        HttpServerConnection.class,
        (proxy, called, arguments) ->
            switch (called.getName()) {
              case "close" -> {
                said.add("close");
                yield Future.succeededFuture();
              }
              case "channelHandlerContext" -> context;
              default -> -1; // no windows
            });
  }

  private HttpServerRequest http() {
    request.response = this::respond;
    return proxy(
        HttpServerRequest.class,
        (proxy, called, arguments) ->
            switch (called.getName()) {
              case "version" -> version;
              case "streamId" -> 1;
              case "isEnded" -> isRead;
              case "connection" -> connection();
              default -> request.invoke(proxy, called, arguments);
            });
  }

  @SuppressWarnings("unchecked")
  private static <T> Handler<T> handler(Object handler) {
    return (Handler<T>) handler;
  }

  private Object respond(Object proxy, Method called, Object[] arguments) {
    switch (called.getName()) {
      case "headers" -> {
        return headers;
      }
      case "trailers" -> {
        return trailers;
      }
      case "headWritten" -> {
        return headWritten;
      }
      case "writeQueueFull" -> {
        return full;
      }
      case "closed" -> {
        return false;
      }
      case "writeHead" -> {
        headWritten = true;
        said.add("head");
        return Future.succeededFuture();
      }
      case "write" -> {
        said.add(((Buffer) arguments[0]).toString(StandardCharsets.ISO_8859_1));
        return full ? Promise.promise().future() : Future.succeededFuture();
      }
      case "putHeader" -> headers.set(arguments[0].toString(), arguments[1].toString());
      case "closeHandler" -> closed = handler(arguments[0]);
      case "exceptionHandler" -> assertThat(arguments[0]).isNotNull();
      case "drainHandler" -> drained = handler(arguments[0]);
      case "end" -> {
        said.add("end");
        return ended.future();
      }
      case "reset" -> {
        said.add("reset " + arguments[0]);
        return Future.succeededFuture();
      }
      default -> throw new AssertionError(called);
    }
    return proxy;
  }

  private Vertx vertx() {
    return proxy(
        Vertx.class,
        (proxy, called, arguments) -> {
          switch (called.getName()) {
            case "runOnContext" -> turns.add(handler(arguments[0]));
            case "setTimer" -> {
              timers.put((Long) arguments[0], handler(arguments[1]));
              return (Long) arguments[0];
            }
            case "cancelTimer" -> {
              return timers.remove((Long) arguments[0]) != null;
            }
            default -> throw new AssertionError(called);
          }
          return null;
        });
  }

  private void turn() {
    while (!turns.isEmpty()) {
      turns.remove().handle(null);
    }
  }

  private void make() {
    GrpcIngressOptions options = new GrpcIngressOptions(10, "here", null, 0);
    Http2Windows windows = Http2Windows.over(connection(), new WindowLimits(1, 1), () -> 0);
    quiet = new StalledCalls(vertx(), 1L << 40);
    incoming = new GrpcCall(vertx(), http(), windows, options, quiet);
  }

  private void begin() {
    make();
    call.onCancel(() -> provider.add("cancelled"));
    incoming.begin(
        call,
        begun -> {
          assertThat(begun).isSameAs(call);
          begun.exchange().requests().handler(bytes -> provider.add(bytes.toString()));
          begun.exchange().requests().resume();
          return reply.future();
        });
  }

  private void answer(Map<String, String> metadata) {
    call.exchange().answer(metadata, answers);
  }

  private ByteBuf reply(Status status, Map<String, String> last) {
    ByteBuf payload = Unpooled.buffer(1);
    reply.complete(new Reply(status, Encoding.GRPC, payload, last));
    assertThat(payload.refCnt()).as("nobody reads it").isZero();
    return payload;
  }

  private static String code(MultiMap last) {
    return last.get(IncomingCall.CODE);
  }

  private boolean isWatched() {
    return !timers.isEmpty();
  }

  @Test
  void anAnswerIsItsHeadItsMessagesAndItsTrailers() {
    begin();
    request.send("\0\0\0\0\1a");
    assertThat(provider).containsExactly("\0\0\0\0\1a");
    answer(Map.of("region", "eu"));
    answers.add(Buffer.buffer("\0\0\0\0\0"));
    turn();
    assertThat(headers.get("region")).isEqualTo("eu");
    assertThat(said).containsExactly("\0\0\0\0\0", "head");
    assertThat(incoming.passed()).as("one each way").isEqualTo(2);
    request.end();
    reply(Status.OK, Map.of("grpc-status", "0", "cost", "3"));
    assertThat(said).last().isEqualTo("end");
    assertThat(code(trailers)).isEqualTo("0");
    assertThat(trailers.get("cost")).isEqualTo("3");
    assertThat(incoming.failure()).isNull();
    ended.complete();
    turn();
    assertThat(said).last().as("all was read").isEqualTo("end");
    assertThat(provider).doesNotContain("cancelled");
  }

  @Test
  void aHeadThatWasntWrittenIsNotMixedWithTheTrailers() {
    begin();
    answer(Map.of("region", "eu"));
    reply(Status.OK, Map.of("grpc-status", "0"));
    assertThat(said).containsExactly("head", "end");
    assertThat(code(headers)).isNull();
    assertThat(code(trailers)).isEqualTo("0");
  }

  @Test
  void withoutAHeadTheTrailersAreAllThereIs() {
    begin();
    reply(Status.OK, Map.of("content-type", "application/grpc+json"));
    assertThat(code(headers)).isEqualTo("0");
    assertThat(headers.get("content-type")).isEqualTo("application/grpc+json");
    assertThat(trailers).isEmpty();
  }

  @Test
  void aReplyThatNamesNoCodeHasTheOneOfItsStatus() {
    begin();
    reply(Status.EXCEPTION, Map.of());
    assertThat(code(headers)).isEqualTo("2");
    assertThat(headers.get("content-type")).isEqualTo("application/grpc");
  }

  @Test
  void trailersThatCannotBeSaidEndTheCallAllTheSame() {
    begin();
    reply(Status.OK, Map.of("grpc-status", "0", "no name", "x"));
    assertThat(code(headers)).isEqualTo("13");
    assertThat(headers.get(IncomingCall.MESSAGE)).startsWith("the answer's trailers: ");
    assertThat(said).containsExactly("end");
  }

  @Test
  void metadataThatCannotBeSaidEndsTheCallAtBothEnds() {
    begin();
    answer(Map.of("no name", "x"));
    assertThat(code(headers)).isEqualTo("2");
    assertThat(headers.get(IncomingCall.MESSAGE)).startsWith("here: the answer's metadata: ");
    assertThat(provider).containsExactly("cancelled");
    assertThat(call.record().refusal().status()).isEqualTo(Status.PROVIDER_ERROR);
    reply(Status.OK, Map.of("grpc-status", "0"));
    assertThat(said).containsExactly("end");
  }

  @Test
  void aFailureIsItsCodeItsWordsAndTheCallsId() {
    begin();
    CallFailure failure = new CallFailure(Status.TIMEOUT, "there", "too late");
    reply.fail(failure);
    assertThat(code(headers)).isEqualTo("4");
    assertThat(headers.get(IncomingCall.MESSAGE)).isEqualTo("there: too late");
    assertThat(headers.get(CallRecord.ID)).isEqualTo(call.id());
    assertThat(headers.contains("grpc-status-details-bin")).isFalse();
    assertThat(incoming.failure()).isSameAs(failure);
    assertThat(provider).as("it is over there").isEmpty();
  }

  @Test
  void whatIsSaidOfAFailureFitsInHeaders() {
    begin();
    reply.fail(new CallFailure(Status.TIMEOUT, "there", "x".repeat(2_000)));
    assertThat(headers.get(IncomingCall.MESSAGE)).hasSize(1_024).startsWith("there: xx");
  }

  @Test
  void whoIsRefusedBeforeAnythingIsMadeOfItHasTheIdThatItGave() {
    make();
    request.headers.set(CallRecord.ID, "mine-1");
    incoming.refuse(new CallFailure(Status.BAD_REQUEST, "here", "no such path"));
    assertThat(headers.get(CallRecord.ID)).isEqualTo("mine-1");
    assertThat(code(headers)).isEqualTo("3");
    ended.complete();
    turn();
    assertThat(said).as("nobody reads what it sends").containsExactly("end", "reset 0");
  }

  @Test
  void whatIsNoMessageEndsTheCallAtBothEnds() {
    begin();
    request.send("\7");
    assertThat(code(headers)).isEqualTo("13");
    assertThat(provider).containsExactly("cancelled");
    assertThat(call.record().refusal().status()).isEqualTo(Status.INTERNAL);
    reply.fail(new CallFailure(Status.CANCELLED, "there", "as told"));
    assertThat(said).containsExactly("end");
  }

  @Test
  void whoLeavesCancelsItsCallAndIsToldNothing() {
    begin();
    assertThat(isWatched()).isTrue();
    closed.handle(null);
    assertThat(provider).containsExactly("cancelled");
    answer(Map.of("region", "eu"));
    reply(Status.OK, Map.of("grpc-status", "0"));
    assertThat(said).isEmpty();
    assertThat(headers).isEmpty();
    closed.handle(null);
    assertThat(provider).as("once").hasSize(1);
  }

  @Test
  void whoLeavesAfterTheEndCancelsNothing() {
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    closed.handle(null);
    assertThat(provider).isEmpty();
  }

  @Test
  void whoStillSendsAfterTheEndIsToldThatNobodyReads() {
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    turn();
    assertThat(said).as("not before the end has left").containsExactly("end");
    ended.complete();
    assertThat(said).as("in a turn of its own").containsExactly("end");
    turn();
    assertThat(said).containsExactly("end", "reset 0");
  }

  @Test
  void overHttp1WhatStillComesIsThrownAwayForASecondAndThenItIsClosed() {
    version = HttpVersion.HTTP_1_1;
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    int asked = request.asked.size();
    ended.complete();
    assertThat(request.asked).as("it's read on").hasSize(asked + 1);
    request.send("\0\0\0\0\0");
    assertThat(provider).isEmpty();
    timers.get(1_000L).handle(1_000L);
    assertThat(said).containsExactly("end", "close");
  }

  @Test
  void overHttp1WhoHasSentAllIsLeftAlone() {
    version = HttpVersion.HTTP_1_1;
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    ended.complete();
    request.end();
    timers.get(1_000L).handle(1_000L);
    assertThat(said).containsExactly("end");
  }

  @Test
  void aRequestThatIsReadIsNotReset() {
    isRead = true;
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    ended.complete();
    turn();
    assertThat(said).containsExactly("end");
    assertThat(timers).doesNotContainKey(1_000L);
  }

  @Test
  void aCallOfWhichNothingPassesIsOver() {
    begin();
    incoming.onQuiet();
    assertThat(code(headers)).isEqualTo("4");
    assertThat(headers.get(IncomingCall.MESSAGE)).contains("no message passed");
    assertThat(provider).containsExactly("cancelled");
  }

  @Test
  void aStatusThatWouldWaitBehindWhatTheClientDoesNotTakeIsNotWaitedFor() {
    version = HttpVersion.HTTP_1_1;
    full = true;
    begin();
    incoming.onQuiet();
    assertThat(said).containsExactly("end");
    assertThat(socket.isOpen()).isFalse();
  }

  @Test
  void norIsAnEndThatDoesNotLeave() {
    version = HttpVersion.HTTP_1_1;
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    assertThat(socket.isOpen()).isTrue();
    incoming.onQuiet();
    assertThat(said).containsExactly("end");
    assertThat(socket.isOpen()).isFalse();
    assertThat(provider).as("it was over").isEmpty();
  }

  @Test
  void anAnswerForWhichThereIsNoMemoryIsBrokenOff() {
    version = HttpVersion.HTTP_1_1;
    begin();
    answer(Map.of());
    MemoryBudget budget = MemoryBudget.ofHeap();
    long others = budget.most() - budget.taken();
    assertThat(budget.take(others)).isTrue();
    answers.add(Buffer.buffer(new byte[100_000]));
    budget.give(others);
    assertThat(said).isEmpty();
    assertThat(socket.isOpen()).isFalse();
    answers.add(Buffer.buffer("x"));
    assertThat(said).as("nor does anything follow").isEmpty();
  }

  private void looksAtQuietCalls(int looks) {
    for (int look = 0; look < looks; look++) {
      Map.copyOf(timers).forEach((id, handler) -> handler.handle(id));
    }
  }

  @Test
  void whoHasLeftOrHasItsEndIsNotWatchedAnyMore() {
    version = HttpVersion.HTTP_1_1;
    begin();
    closed.handle(null);
    looksAtQuietCalls(6);
    assertThat(socket.isOpen()).isTrue();
    assertThat(said).isEmpty();
  }

  @Test
  void whoHasItsEndIsNotWatchedEither() {
    begin();
    reply(Status.OK, Map.of("grpc-status", "0"));
    ended.complete();
    looksAtQuietCalls(6);
    assertThat(said).containsExactly("end");
    assertThat(socket.isOpen()).isTrue();
  }

  @Test
  void whatWasNotTakenIsNotHeldOnceTheClientHasLeftAndNothingFollows() {
    long before = Reservations.ofHeap().held();
    begin();
    answer(Map.of());
    full = true;
    answers.add(Buffer.buffer("one"));
    assertThat(Reservations.ofHeap().held()).isGreaterThan(before);
    closed.handle(null);
    assertThat(Reservations.ofHeap().held()).isEqualTo(before);
    full = false;
    call.exchange().requests().resume();
    drained.handle(null);
    answers.add(Buffer.buffer("two"));
    assertThat(said).containsExactly("one");
  }

  @Test
  void nothingFollowsTheEnd() {
    begin();
    answer(Map.of());
    reply(Status.OK, Map.of("grpc-status", "0"));
    answers.add(Buffer.buffer("late"));
    assertThat(said).containsExactly("head", "end");
  }

  @Test
  void whatIsCompressedHasAnEncodingThatSaysHow() {
    request.headers.set("grpc-encoding", "gzip");
    begin();
    request.send("\1\0\0\0\0");
    assertThat(provider).containsExactly("\1\0\0\0\0");
    assertThat(said).isEmpty();
  }

  @Test
  void aFailureThatSaysWhenToTryAgainSaysSoInItsDetails() {
    begin();
    reply.fail(new CallFailure(Status.REFUSED, "there", "busy", 1_500));
    String details = headers.get(StatusDetails.TRAILER);
    assertThat(Base64.getDecoder().decode(details)).isNotEmpty();
  }
}
