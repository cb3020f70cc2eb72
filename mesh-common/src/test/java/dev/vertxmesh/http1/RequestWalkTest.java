package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Requests to the last byte that is allowed, and how it's told what isn't. Tables, and no
 * parameters: to PIT each case would be a test of its own, which it looks for among all the others.
 */
class RequestWalkTest {

  /** Of a line 20 bytes, of headers 40 bytes and 3 of them. */
  private static final HeadLimits LIMITS = new HeadLimits(20, 40, 3);

  private static final HeadLimits WIDE = new HeadLimits(4_096, 4_096, 100);

  /** A tilde stands for CR and LF, and a circumflex for CR alone. */
  private static String walk(HeadLimits limits, String text, int piece) {
    byte[] bytes =
        text.replace("~", "\r\n").replace("^", "\r").getBytes(StandardCharsets.ISO_8859_1);
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    RequestWalk walk = new RequestWalk(limits);
    int at = 0;
    try {
      for (int to = Math.min(piece, bytes.length); at < bytes.length; ) {
        int next = walk.next(in, at, to);
        assertThat(next).as("a step from " + at).isGreaterThan(at).isLessThanOrEqualTo(to);
        at = next;
        to = at == to ? Math.min(to + piece, bytes.length) : to;
      }
      return walk.isBetween() ? "between" : walk.inBody() ? "in a body" : "in a head";
    } catch (BadRequest e) {
      return BadRequest.statusOf(e) + " " + e.getMessage();
    }
  }

  private static String walk(HeadLimits limits, String text) {
    String whole = walk(limits, text, Integer.MAX_VALUE);
    assertThat(walk(limits, text, 1)).as("byte for byte").isEqualTo(whole);
    assertThat(walk(limits, text, 3)).as("by threes").isEqualTo(whole);
    return whole;
  }

  /** Each line of the table is what comes between, and what becomes of it. */
  private static void hold(HeadLimits limits, String before, String after, String table) {
    table
        .lines()
        .map(line -> line.split(" *\\| ", 2))
        .forEach(
            cells ->
                assertThat(walk(limits, before + cells[0] + after))
                    .as(cells[0])
                    .isEqualTo(cells[1]));
  }

  @Test
  void aHeadMayHaveAsManyBytesAndLinesAsItsLimits() {
    hold(
        LIMITS,
        "",
        "",
        """
        GET /34567 HTTP/1.1~Host: a~~                         | between
        GET /345678 HTTP/1.1~Host: a~~                        | between
        GET /3456789 HTTP/1.1~Host: a~~                       | 414 request line: more than 20 bytes, expected at most that
        ABCDEFGHIJKLMNOPQRSTU                                 | 414 request line: more than 20 bytes, expected at most that
        GET /34567890123456 HTTP/1.1~                         | 414 request line: more than 20 bytes, expected at most that
        GET / HTTP/1.1~Host: a~b:3456789012345678901234567890123~~  | between
        GET /3 HTTP/1.1~Host: a~b:3456789012345678901234567890123~~ | between
        GET / HTTP/1.1~Host: a~b:34567890123456789012345678901234~~ | 431 headers: more than 40 bytes, expected at most that
        GET / HTTP/1.1~Host:aaaa~bbbb5678901234567890123456789012:~~ | 431 headers: more than 40 bytes, expected at most that
        GET / HTTP/1.1~Host:a                                         ~~ | 431 headers: more than 40 bytes, expected at most that
        GET / HTTP/1.1~Host: a~b: 1~c: 2~~                    | between
        GET / HTTP/1.1~Host: a~b: 1~c: 2~d: 3~~               | 431 headers: more than 3, expected at most that
        """);
  }

  @Test
  void aRequestLineIsReadToItsEnd() {
    hold(
        WIDE,
        "",
        "",
        """
        ~GET / HTTP/1.1~Host: a~~            | between
        ~                                    | in a head
        ~G                                   | in a head
        ~~GET / HTTP/1.1~Host: a~~           | 400 request line: a second empty line before it, expected a method
        ^G                                   | 400 request line: 'G' after a CR, expected LF
        GET / HTTP/1.1^G                     | 400 request line: 'G' after a CR, expected LF
        GET / HTTP/1.1x~Host: a~~            | 400 request line: 'x' after the version, expected a CR and LF
        GET / HTTP/x.1~Host: a~~             | 400 request line: 'x' in the version, expected HTTP/1.1 or HTTP/1.0
        GET / HTTP/1.x~Host: a~~             | 400 request line: 'x' in the version, expected HTTP/1.1 or HTTP/1.0
        GET / HTTPS1.1~Host: a~~             | 400 request line: 'S' in the version, expected HTTP/1.1 or HTTP/1.0
        GET / HTTP/1.2~Host: a~~             | 505 request line: HTTP/1.2, expected HTTP/1.1 or HTTP/1.0
        GET / HTTP/2.0~Host: a~~             | 505 request line: HTTP/2.0, expected HTTP/1.1 or HTTP/1.0
        GET / HTTP/0.9~Host: a~~             | 505 request line: HTTP/0.9, expected HTTP/1.1 or HTTP/1.0
        GE(T / HTTP/1.1~                     | 400 request line: '(' in the method, expected METHOD TARGET HTTP/1.1 with one blank between
        GET /\u007f HTTP/1.1~                | 400 request line: the byte 0x7f in the target, expected METHOD TARGET HTTP/1.1 with one blank between
        GET / HTTP/1.0~~                     | between
        GET / HTTP/1.0~Content-Length: 2~~ab | between
        GET / HTTP/1.0~Transfer-Encoding: chunked~~ | 400 header transfer-encoding: expected none in HTTP/1.0
        """);
  }

  @Test
  void headersAreReadToTheirEnd() {
    hold(
        WIDE,
        "POST / HTTP/1.1~Host: a~",
        "",
        """
        a^x                                  | 400 header line 2: a CR after 'a', expected a name and a colon right behind it
        :x                                   | 400 header line 2: ':', expected a name and a colon right behind it
        \tx: y                             | 400 header line 2: it begins with a tab, expected a name: nothing may be folded
        abcdefghijklmnopqrstuvwx(            | 400 header line 2: '(' after 'abcdefghijklmnopqrstuvwx', expected a name and a colon right behind it
        abcdefghijklmnopqrstuvwxy(           | 400 header line 2: '(' after 'abcdefghijklmnopqrstuvwx…', expected a name and a colon right behind it
        a: b^x                               | 400 header line 2: 'x' after a CR, expected LF
        a: b\u0001                           | 400 header line 2: the byte 0x01 in the value of a, expected text up to a CR and LF
        Content-Length: 2\u0001              | 400 header line 2: the byte 0x01 in the value of content-length, expected text up to a CR and LF
        Content-Length: ~                    | 400 header content-length: it is empty, expected 1 to 18 digits
        Content-Length: 1 2~                 | 400 header content-length: a blank in its value, expected 1 to 18 digits
        Content-Length: 1234567890123456789~ | 400 header content-length: too long, expected 1 to 18 digits
        Content-Length: 123456789012345678~~ | in a body
        Content-Length: 12 \t ~~             | in a body
        Content-Length: 12~~123456789012     | between
        Content-Length: 12~~12345678901      | in a body
        Content-Length: 0~~                  | between
        Content-Length: 1~Content-Length: 1~ | 400 header content-length: it is there more than once
        Content-Typx: a~                     | in a head
        Content-Xype: a~                     | 400 header content-xype: expected no name that others read as content-type
        Content-xenxth: 1~                   | in a head
        Contenx-xength: 1~                   | in a head
        Transfer-Encoding: gzip~~            | 501 header transfer-encoding: another coding, expected chunked alone
        Transfer-Encoding: chunke~~          | 501 header transfer-encoding: another coding, expected chunked alone
        Transfer-Encoding: chunkedd~~        | 501 header transfer-encoding: another coding, expected chunked alone
        Transfer-Encoding: CHUNKED~~         | in a body
        Transfer-Encoding: chunked~Transfer-Encoding: chunked~~ | 400 header transfer-encoding: it is there more than once
        Transfer-Encoding: chunked~Content-Length: 1~~ | 400 header transfer-encoding: expected none beside content-length
        Upgrade: h2c~Upgrade: h2c~           | 400 header upgrade: it is there more than once
        Sec-WebSocket-Key1: a~               | 400 header sec-websocket-key1: expected none of WebSocket's drafts
        Sec-WebSocket-Key2: a~               | 400 header sec-websocket-key2: expected none of WebSocket's drafts
        Sec-WebSocket-Key3: a~~              | between
        """);
  }

  @Test
  void aHostIsANameOrAnAddress() {
    hold(
        WIDE,
        "GET / HTTP/1.1~Host: ",
        "~~",
        """
        a:12345      | between
        a:123456     | 400 header host: '6', expected HOST or HOST:PORT
        a:x          | 400 header host: 'x', expected HOST or HOST:PORT
        a[           | 400 header host: '[', expected HOST or HOST:PORT
        [::1]:1      | between
        [::1]        | between
        [::1]x       | 400 header host: 'x', expected HOST or HOST:PORT
        [::1         | 400 header host: it ends within [ ], expected HOST or HOST:PORT
        [:/          | 400 header host: '/', expected HOST or HOST:PORT
         | between
        """);
  }

  @Test
  void chunksAreReadToTheirEnd() {
    hold(
        WIDE,
        "POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~",
        "",
        """
        0~~                     | between
        2~ab~0~~                | between
        a~1234567890~0~~        | between
        F~123456789012345~0~~   | between
        2~ab~                   | in a body
        2~ab~0~                 | in a body
        00000002~ab~0~~         | between
        000000002               | 400 size of a chunk: expected at most 7fffffff in 8 digits
        7fffffff~               | in a body
        80000000                | 400 size of a chunk: expected at most 7fffffff in 8 digits
        g                       | 400 size of a chunk: 'g', expected hexadecimal digits, then ';' or CR and LF
        ;                       | 400 size of a chunk: ';', expected hexadecimal digits, then ';' or CR and LF
        ~                       | 400 size of a chunk: a CR, expected hexadecimal digits, then ';' or CR and LF
        2^x                     | 400 end of the size of a chunk: 'x' after a CR, expected LF
        2~abc                   | 400 end of a chunk: 'c', expected a CR and LF after as many bytes as its size says
        2~ab^x                  | 400 end of a chunk: 'x' after a CR, expected LF
        0~a: b~~                | between
        0~Host: b~~             | 400 trailer host: expected it in the head alone
        0~Content-Length: 1~~   | 400 trailer content-length: expected it in the head alone
        0~Transfer-Encoding: x~ | 400 trailer transfer-encoding: expected it in the head alone
        2;a~ab~0~~              | between
        2;a=b;c="d\\"e"~ab~0~~  | between
        2;=                     | 400 extension of a chunk: '=', expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a=~                   | 400 extension of a chunk: a CR, expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a="b"c                | 400 extension of a chunk: 'c', expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a=b(                  | 400 extension of a chunk: '(', expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a(                    | 400 extension of a chunk: '(', expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a="\u0001             | 400 extension of a chunk: the byte 0x01, expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        2;a="\\\u0001           | 400 extension of a chunk: the byte 0x01, expected ;NAME, ;NAME=WORD or ;NAME="TEXT", then CR and LF
        """);
  }

  @Test
  void anExtensionHasAtMost256Bytes() {
    String head = "POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~2;";
    assertThat(walk(WIDE, head + "a".repeat(256) + "~")).isEqualTo("in a body");
    assertThat(walk(WIDE, head + "a".repeat(257)))
        .isEqualTo("400 extension of a chunk: more than 256 bytes, expected at most that");
  }

  /** Trailers count with the headers, and the next request anew. */
  @Test
  void whatARequestHadIsForgottenByTheNext() {
    String chunked = "A / HTTP/1.1~Host:a~Transfer-Encoding:chunked~~0~b:34~~";
    assertThat(walk(LIMITS, chunked + chunked)).isEqualTo("between");
    assertThat(walk(LIMITS, chunked.replace("34", "34567890123")))
        .isEqualTo("400 trailers: more than 40 bytes, expected at most that");
    String all = "POST / HTTP/1.1~Host: a~Content-Length: 1~Upgrade: x~~c";
    assertThat(walk(WIDE, all + all + "GET / HTTP/1.1~Host: a~~")).isEqualTo("between");
    assertThat(walk(WIDE, all + "GET / HTTP/1.1~~")).startsWith("400 header host: it is missing");
  }

  @Test
  void anUpgradeToHttp2IsToldOnce() {
    RequestWalk walk = new RequestWalk(WIDE);
    String text = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: H2C\r\n\r\nG";
    ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    assertThat(walk.asksForHttp2()).isFalse();
    int at = walk.next(in, 0, in.writerIndex());
    assertThat(at).isEqualTo(text.length() - 1);
    assertThat(walk.asksForHttp2()).isTrue();
    assertThat(walk.asksForHttp2()).isFalse();
    walk.next(in, at, in.writerIndex());
    assertThat(walk.isBetween()).isFalse();
  }

  /** Heads are copied to an array that has more than them. */
  @Test
  void nothingBehindTheEndIsLookedAt() {
    Http1RequestHead head = new Http1RequestHead(WIDE);
    head.begin();
    byte[] bytes = Bytes.of("GET / HTTP/1.1\r\nHost: a\r\nb: c\r\n\r\nGG");
    int end = bytes.length - 2;
    for (int to = 1; to <= end; to++) {
      assertThat(head.walk(bytes, to - 1, to)).isEqualTo(to);
      assertThat(head.ended()).isEqualTo(to == end);
    }
    assertThat(head.isChunked()).isFalse();
    assertThat(head.length()).isZero();
  }

  @Test
  void anotherUpgradeIsNone() {
    RequestWalk walk = new RequestWalk(WIDE);
    String text = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n";
    ByteBuf in = Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    walk.next(in, 0, in.writerIndex());
    assertThat(walk.asksForHttp2()).isFalse();
    assertThat(walk.isBetween()).isTrue();
  }

  @Test
  void visibleCharactersAreFromTheExclamationMarkToTheTilde() {
    assertThat(Bytes.endOfTarget(Bytes.of("!~ "), 0, 3)).isEqualTo(2);
    assertThat(Bytes.show((byte) '!')).isEqualTo("'!'");
    assertThat(Bytes.show((byte) '~')).isEqualTo("'~'");
  }

  /** To Netty's decoder the CR counts, too. */
  @Test
  void limitsAreByOneByteLessThanThoseOfTheDecoder() {
    HttpServerOptions options = new HttpServerOptions();
    options.setMaxInitialLineLength(50).setMaxHeaderSize(60);
    assertThat(HeadLimits.of(options)).isEqualTo(new HeadLimits(49, 59, 100));
  }
}
