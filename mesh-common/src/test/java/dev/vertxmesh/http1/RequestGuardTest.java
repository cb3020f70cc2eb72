package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RequestGuardTest {

  private static final HeadLimits LIMITS = HeadLimits.of(new HttpServerOptions());

  static List<Attack> corpus() {
    return Corpus.all();
  }

  @Test
  void theCorpusHasManyKinds() {
    assertThat(corpus()).hasSizeGreaterThan(150);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void whatIsRightPassesAndTheFirstWrongRequestIsTheLast(Attack attack) {
    GuardedChannel channel = new GuardedChannel().send(attack.bytes());
    isAsExpected(attack, channel);
    channel.close();
  }

  private static void isAsExpected(Attack attack, GuardedChannel channel) {
    assertThat(channel.requests()).as("%s", channel.cause()).hasSize(attack.right());
    if (attack.status() == 0) {
      assertThat(channel.cause()).isNull();
    } else {
      assertThat(channel.cause()).isInstanceOf(BadRequest.class);
      assertThat(BadRequest.statusOf(channel.cause())).isEqualTo(attack.status());
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void nothingDependsOnThePiecesThatBytesComeIn(Attack attack) {
    byte[] bytes = attack.bytes();
    GuardedChannel whole = new GuardedChannel().send(bytes);
    for (int cut = 1; cut < bytes.length; cut += bytes.length > 2_000 ? 97 : 1) {
      GuardedChannel two = new GuardedChannel().send(bytes, 0, cut).send(bytes, cut, bytes.length);
      isTheSame(two, whole);
    }
    GuardedChannel single = new GuardedChannel();
    for (int at = 0; at < bytes.length; at++) {
      single.send(bytes, at, at + 1);
    }
    isTheSame(single, whole);
    whole.close();
  }

  private static void isTheSame(GuardedChannel channel, GuardedChannel as) {
    assertThat(channel.requests()).isEqualTo(as.requests());
    assertThat(String.valueOf(channel.cause())).isEqualTo(String.valueOf(as.cause()));
    channel.close();
  }

  /** The decoder must not find other requests than the guard in what the guard has passed. */
  @Test
  void theDecoderFindsTheRequestsThatTheGuardFinds() {
    List<Attack> corpus = corpus();
    Random random = new Random(16);
    for (int i = 0; i < 10_000; i++) {
      Attack attack = corpus.get(random.nextInt(corpus.size()));
      if (attack.text().length() < 2_000) {
        byte[] bytes = Mutation.of(attack.bytes(), corpus, random);
        agrees(bytes);
      }
    }
  }

  private static void agrees(byte[] bytes) {
    RequestWalk walk = new RequestWalk(LIMITS);
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    GuardedChannel decoder = GuardedChannel.without();
    String shown = new String(bytes, StandardCharsets.ISO_8859_1);
    int requests = 0;
    int from = 0;
    try {
      for (int at = 0; at < bytes.length; ) {
        at = walk.next(in, at, bytes.length);
        if (walk.isBetween()) {
          requests++;
          decoder.send(bytes, from, at);
          assertThat(decoder.cause()).as(shown).isNull();
          assertThat(decoder.requests()).as(shown).hasSize(requests);
          from = at;
        }
      }
    } catch (BadRequest e) {
      // and nothing behind it matters
    } finally {
      decoder.close();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          POST / HTTP/1.1~Host: a~X y: z~~            | header line 2: a blank after 'x', expected a name and a colon right behind it
          POST / HTTP/1.1~Host: a~ b: c~~             | header line 2: it begins with a blank, expected a name: nothing may be folded
          POST / HTTP/1.1~~                           | header host: it is missing, expected once in HTTP/1.1
          POST / HTTP/1.1~Host: a~Host: a~~           | header host: it is there more than once
          POST / HTTP/1.1~Host: a/b~~                 | header host: '/', expected HOST or HOST:PORT
          POST / HTTP/1.1~Content-Length: +5~~        | header content-length: '+' in its value, expected 1 to 18 digits
          POST / HTTP/1.1~Content-Xength: 5~~         | header content-xength: expected no name that others read as content-length
          POST / HTTP/9.9~~                           | request line: HTTP/9.9, expected HTTP/1.1 or HTTP/1.0
          POST  / HTTP/1.1~~                          | request line: a blank where the target begins, expected METHOD TARGET HTTP/1.1 with one blank between
          POST / HTTP/1.1~Host: a~Transfer-Encoding: x~~           | header transfer-encoding: another coding, expected chunked alone
          POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~5 ~  | size of a chunk: a blank, expected hexadecimal digits, then ';' or CR and LF
          POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~2~abc | end of a chunk: 'c', expected a CR and LF after as many bytes as its size says
          """)
  void aRefusalSaysWhatWhereAndWhatWasExpected(String text, String detail) {
    GuardedChannel channel = new GuardedChannel().send(Bytes.of(text.replace("~", "\r\n")));
    assertThat(channel.cause()).hasMessage(detail);
    channel.close();
  }
}
