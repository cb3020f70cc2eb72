package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has sent a head before is understood as who sends it for the first time. */
class KnownRequestsTest {

  private static final String HEAD =
      "POST / HTTP/1.1\r\nHost: gateway.example.com:20000\r\nAccept: */*\r\nContent-Length: %s\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\n\r\n";

  /** What this thread's tests before have made known isn't. */
  @BeforeEach
  void nothingIsKnown() {
    FastThreadLocal.removeAll();
  }

  private static String request(String body) {
    return HEAD.formatted(body.length()) + body;
  }

  private static GuardedChannel send(GuardedChannel channel, String text) {
    return channel.send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A connection whose client has sent a request before, and again. */
  private static GuardedChannel known(String request) {
    return send(send(new GuardedChannel(), request), request);
  }

  private static void areTheSame(GuardedChannel one, int before, GuardedChannel other) {
    areTheSame("", one, before, other);
  }

  private static void areTheSame(
      String what, GuardedChannel one, int before, GuardedChannel other) {
    List<String> requests = one.requests();
    assertThat(requests.subList(before, requests.size())).as(what).isEqualTo(other.requests());
    assertThat(String.valueOf(one.cause())).as(what).isEqualTo(String.valueOf(other.cause()));
  }

  @Test
  void aKnownHeadAndItsBodyDontComeToTheDecoder() {
    GuardedChannel channel = known(request("a=b"));
    int before = channel.decoded();
    send(channel, request("a=b"));
    send(channel, request("and another"));
    send(channel, request(""));
    send(channel, request("x") + request("y".repeat(20_000)) + request("z"));
    assertThat(channel.decoded()).isEqualTo(before);
    GuardedChannel others = GuardedChannel.without(); // another guard would know it, too
    for (String body : List.of("a=b", "a=b", "a=b", "and another", "", "x")) {
      send(others, request(body));
    }
    send(others, request("y".repeat(20_000)) + request("z"));
    areTheSame(channel, 0, others);
    channel.close();
    others.close();
  }

  @Test
  void aBodyIsKeptByItselfIfItsSmallAndTheLastThatCame() {
    EmbeddedChannel channel = decoding();
    send(channel, request("a"));
    send(channel, request("a"));
    assertThat(send(channel, request("b".repeat(2_048)))).isFalse();
    assertThat(send(channel, request("b".repeat(2_049)))).isTrue();
    assertThat(send(channel, request("c") + request("d"))).isTrue();
    assertThat(send(channel, request("") + request("e"))).isFalse();
    channel.finishAndReleaseAll();
  }

  @Test
  void whatComesOnceTheDecoderHasLeftIsNoRequest() {
    EmbeddedChannel channel = decoding();
    send(channel, request("a"));
    send(channel, request("a"));
    channel.pipeline().remove(VertxHttpRequestDecoder.class);
    channel.writeInbound(Unpooled.copiedBuffer(request("a"), StandardCharsets.US_ASCII));
    assertThat(channel.inboundMessages()).hasOnlyElementsOfType(ByteBuf.class);
    channel.finishAndReleaseAll();
  }

  private static EmbeddedChannel decoding() {
    HttpServerOptions options = new HttpServerOptions();
    return new EmbeddedChannel(
        new RequestGuard(HeadLimits.of(options), false), new VertxHttpRequestDecoder(options));
  }

  /** Whether all that came is kept for as long as a body is. */
  private static boolean send(EmbeddedChannel channel, String text) {
    ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    channel.writeInbound(bytes);
    boolean isKept = bytes.refCnt() > 0;
    channel.releaseInbound();
    assertThat(bytes.refCnt()).isZero();
    return isKept;
  }

  @Test
  void itsKnownToTheOtherConnectionsOfTheLoop() {
    known(request("a=b")).close();
    GuardedChannel other = send(new GuardedChannel(), request("c"));
    int before = other.decoded();
    send(other, request("de"));
    assertThat(other.decoded()).isEqualTo(before);
    assertThat(other.requests()).hasSize(2);
    other.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: gateway.example.com:20000\r\nAccept: */*, one more\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: gateway.example.com:20000\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\n"
            + "Host: gateway.example.com\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
            + "0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: gateway.example.com\r\nExpect: 100-continue\r\n"
            + "Content-Length: 1\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: gateway.example.com\r\nUpgrade: x\r\nContent-Length: 1\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: gateway.example.com\r\nContent-Length: 1 \r\n\r\na"
      })
  void whatIsntSimpleIsTheDecodersEachTime(String request) {
    GuardedChannel channel = known(request);
    int before = channel.decoded();
    send(channel, request);
    assertThat(channel.decoded()).isEqualTo(before + request.length());
    assertThat(channel.requests()).hasSize(3);
    channel.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "+1", "01", "00", "1 ", "1,1", "0x1", "-1", "1\r\nContent-Length: 1", "1e0"})
  void anotherNumberThanPlainDigitsIsTheGuards(String number) {
    String request = HEAD.formatted(number) + "a";
    GuardedChannel channel = known(request("a"));
    GuardedChannel other = new GuardedChannel();
    areTheSame(send(channel, request), 2, send(other, request));
    channel.close();
    other.close();
  }

  @Test
  void aNumberOfMoreDigitsThanAnIntHasIsTheGuards() {
    GuardedChannel channel = known(request("a"));
    int before = channel.decoded();
    String head = HEAD.formatted("999999999999");
    send(channel, head);
    assertThat(channel.decoded()).isEqualTo(before + head.length());
    assertThat(channel.cause()).isNull();
    channel.close();
  }

  @Test
  void itMayComeInAnyPieces() {
    byte[] bytes = (request("a=b&c=d") + request("e")).getBytes(StandardCharsets.US_ASCII);
    GuardedChannel whole = new GuardedChannel().send(bytes);
    for (int cut = 0; cut <= bytes.length; cut++) {
      GuardedChannel channel = known(request("a=b&c=d"));
      channel.send(bytes, 0, cut).send(bytes, cut, bytes.length);
      areTheSame(channel, 2, whole);
      channel.close();
    }
    whole.close();
  }

  /** One test, and not one an attack: as such PIT would take minutes for each of its mutations. */
  @Test
  void anAttackIsUnderstoodTheSameAgain() {
    Corpus.all().stream()
        .filter(attack -> attack.text().length() < 2_000)
        .forEach(KnownRequestsTest::isUnderstoodTheSameAgain);
  }

  private static void isUnderstoodTheSameAgain(Attack attack) {
    GuardedChannel first = new GuardedChannel().send(attack.bytes());
    GuardedChannel channel = new GuardedChannel();
    for (int times = 1; times <= 3 && channel.cause() == null; times++) {
      int before = channel.requests().size();
      channel.send(attack.bytes());
      if (channel.requests().size() - before == attack.right()) { // or a request is unfinished
        areTheSame(attack.toString(), channel, before, first);
      }
    }
    first.close();
    channel.close();
  }

  @Test
  void aWrongRequestBehindAKnownOneIsRefusedAndNothingBehindItIsServed() {
    GuardedChannel channel = known(request("a=b"));
    int before = channel.decoded();
    String right = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    send(channel, request("a=b") + right + "(" + request("a=b"));
    assertThat(channel.requests()).hasSize(4);
    assertThat(channel.decoded()).isEqualTo(before + right.length());
    assertThat(channel.cause()).hasMessageContaining("'('");
    send(channel, request("a=b"));
    assertThat(channel.requests()).hasSize(4);
    channel.close();
  }

  /** Of random bytes that are near to a known head, or are it. */
  @Test
  void nothingNearToAKnownHeadIsTakenForIt() {
    List<Attack> corpus = Corpus.all();
    Random random = new Random(21);
    byte[] known = (request("a=b") + request("c")).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = random.nextInt(8) == 0 ? known : Mutation.of(known, corpus, random);
      int cut = random.nextInt(bytes.length + 1);
      GuardedChannel channel = known(request("a=b"));
      GuardedChannel fresh = new GuardedChannel().send(bytes);
      channel.send(bytes, 0, cut).send(bytes, cut, bytes.length);
      areTheSame(channel, 2, fresh);
      fresh.close();
      channel.close();
    }
  }

  /** By how each begins: two share a place, and a third that does takes the older one's. */
  @Test
  void manyClientsHeadsAreKnownAtATime() {
    List<String> requests =
        IntStream.range(0, 8)
            .mapToObj(i -> request("a").replace("POST /", "POST /%c".formatted('a' + i)))
            .toList();
    List<GuardedChannel> channels = requests.stream().map(KnownRequestsTest::known).toList();
    for (int i = 0; i < channels.size(); i++) {
      GuardedChannel channel = channels.get(i);
      int before = channel.decoded();
      send(channel, requests.get(i));
      assertThat(channel.decoded()).as(requests.get(i)).isEqualTo(before);
      channel.close();
    }
  }

  /** Whether one that is sent for the third time comes to the decoder. */
  private static boolean isDecodedAgain(String request) {
    GuardedChannel channel = known(request);
    int before = channel.decoded();
    send(channel, request);
    assertThat(channel.requests()).hasSize(3);
    channel.close();
    return channel.decoded() > before;
  }

  private static String longHead(int length) {
    String head = "POST / HTTP/1.1\r\nHost: a\r\nX: ~\r\nContent-Length: 0\r\n\r\n";
    return head.replace("~", "x".repeat(length - head.length() + 1));
  }

  @Test
  void aHeadOfFortyEightToAThousandBytesIsKnown() {
    String shortHead = "POST / HTTP/1.1\r\nHost: ab\r\nContent-Length: 0\r\n\r\n";
    assertThat(shortHead).hasSize(48);
    assertThat(isDecodedAgain(shortHead)).isFalse();
    assertThat(isDecodedAgain(shortHead.replace("ab", "a"))).isTrue();
    assertThat(isDecodedAgain(longHead(1_024 - 9))).isFalse();
    assertThat(isDecodedAgain(longHead(1_024 - 9 + 1))).isTrue();
    assertThat(isDecodedAgain(longHead(1_025))).isTrue();
  }

  @Test
  void whoseHeadsDifferFourTimesInARowIsLookedAtNoMore() {
    for (int others = 2; others <= 4; others++) {
      GuardedChannel channel = new GuardedChannel();
      for (char c = 'a'; c < 'a' + others; c++) {
        send(channel, request("a").replace("*/*", "text/" + c));
      }
      String last = request("a").replace("*/*", "text/" + (char) ('a' + others - 1));
      send(channel, last);
      int before = channel.decoded();
      send(channel, last);
      assertThat(channel.decoded() == before).as(others + " before").isEqualTo(others < 4);
      channel.close();
      FastThreadLocal.removeAll();
    }
  }

  @Test
  void whatOthersHaveMadeKnownIsNoMissOfWhoSendsItInPieces() {
    known(request("a")).close();
    GuardedChannel other = new GuardedChannel();
    byte[] bytes = request("a").getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 5; i++) {
      other.send(bytes, 0, 60).send(bytes, 60, bytes.length);
    }
    String own = request("a").replace("*/*", "text/own");
    send(send(other, own), own);
    int before = other.decoded();
    send(other, own);
    assertThat(other.decoded()).isEqualTo(before);
    other.close();
  }

  @Test
  void clientsWhoseHeadsAreNeverTheSameDontCrowdOutOthers() {
    GuardedChannel steady = known(request("a"));
    int before = steady.decoded();
    GuardedChannel other = new GuardedChannel();
    for (char c = 'a'; c <= 'z'; c++) {
      send(other, request("a").replace("*/*", "text/" + c));
      send(steady, request("a"));
    }
    assertThat(steady.decoded()).isEqualTo(before);
    assertThat(other.decoded()).isEqualTo(26 * (request("a").length() + "text/".length() - 2));
    other.close();
    steady.close();
  }

  @Test
  void aHeadThatPassedWithWiderLimitsIsntKnownWhereTheyAreNarrower() {
    known(request("a")).close();
    HeadLimits narrow = new HeadLimits(100, 100, 2);
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new RequestGuard(narrow, false), new VertxHttpRequestDecoder(new HttpServerOptions()));
    String two = "POST / HTTP/1.1\r\nHost: gateway.example.com:20000\r\nContent-Length: 0\r\n\r\n";
    channel.writeInbound(Unpooled.copiedBuffer(two, StandardCharsets.US_ASCII));
    channel.writeInbound(Unpooled.copiedBuffer(request("a"), StandardCharsets.US_ASCII));
    HttpRequest right = channel.readInbound();
    assertThat(right.decoderResult().isSuccess()).isTrue();
    LastHttpContent end = channel.readInbound();
    assertThat(end.content().isReadable()).isFalse();
    HttpRequest refused = channel.readInbound();
    assertThat(refused.decoderResult().cause()).isInstanceOf(BadRequest.class);
    channel.finishAndReleaseAll();
  }
}
