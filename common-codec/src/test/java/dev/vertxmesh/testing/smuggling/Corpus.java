package dev.vertxmesh.testing.smuggling;

import static dev.vertxmesh.testing.smuggling.Requests.HEX;
import static dev.vertxmesh.testing.smuggling.Requests.LENGTH;
import static dev.vertxmesh.testing.smuggling.Requests.body;
import static dev.vertxmesh.testing.smuggling.Requests.chunk;
import static dev.vertxmesh.testing.smuggling.Requests.id;
import static dev.vertxmesh.testing.smuggling.Requests.post;
import static dev.vertxmesh.testing.smuggling.Requests.show;

import java.util.ArrayList;
import java.util.List;

/**
 * Each attack is a first request with something odd about it, in whose body or behind it there is a
 * second that a good reader sees or doesn't. After RFC 9112, 11.2, what became known as CL.TE,
 * TE.CL, TE.TE and CL.0, and the kinds of cases that nginx, Envoy and llhttp have tests of.
 */
public final class Corpus {

  private static final int BAD = 400;
  private static final int CODING = 501;
  private static final int VERSION = 505;
  private static final int LONG_TARGET = 414;
  private static final int LARGE = 431;

  private final List<Attack> attacks = new ArrayList<>();

  private Corpus() {}

  /** All of them; where an id is put into a request, it tells the attack and the request. */
  public static List<Attack> all() {
    Corpus corpus = new Corpus();
    corpus.right();
    corpus.linesBesideALength();
    corpus.lengths();
    corpus.codings();
    corpus.chunks();
    corpus.trailers();
    corpus.requestLines();
    corpus.hosts();
    corpus.sizes();
    corpus.requestsInBodies();
    return List.copyOf(corpus.attacks);
  }

  private String first() {
    return id(attacks.size(), 'a');
  }

  private String second() {
    return id(attacks.size(), 'b');
  }

  private void add(String name, int right, int status, String text) {
    attacks.add(new Attack("%03d %s".formatted(attacks.size(), name), text, right, status));
  }

  /** The first request with this behind its first two lines; what it says of itself has to hold. */
  private void add(int status, String kind, String lines, String body) {
    String text = post(first(), lines, body) + Requests.right(second());
    add(kind + " " + show(body == null ? lines : lines + body), status == 0 ? 2 : 0, status, text);
  }

  private void right() {
    add("alone", 1, 0, Requests.right(first()));
    add("two", 2, 0, Requests.right(first()) + Requests.right(second()));
    add("after an empty line", 2, 0, Requests.right(first()) + "\r\n" + Requests.right(second()));
    add("in chunks", 1, 0, post(first(), "Transfer-Encoding: chunked\r\n", chunk(body(first()))));
  }

  private void linesBesideALength() {
    for (String line :
        List.of(
            "Transfer-Encoding: chunked",
            "transfer-encoding:chunked",
            "TRANSFER-ENCODING: CHUNKED",
            "Transfer-Encoding: \tchunked\t",
            "Transfer-Encoding: identity",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: gzip, chunked",
            "Transfer-Encoding: \"chunked\"",
            "Transfer-Encoding: chunked;q=1",
            "Transfer-Encoding:",
            "Transfer-Encoding : chunked",
            "Transfer-Encoding\t: chunked",
            " Transfer-Encoding: chunked",
            "\tTransfer-Encoding: chunked",
            "Transfer-Encoding:\u000bchunked",
            "Transfer-Encoding:\u000cchunked",
            "Transfer-Encoding: \0chunked",
            "Transfer-Encoding: chunked\0",
            "Transfer-Encoding: chun\u007fked",
            "Transfer-Encoding\0: chunked",
            "Transfer\u0080-Encoding: chunked",
            "Transfer-Encoding\u00a0: chunked",
            "Transfer-Encoding",
            ": chunked",
            "\"Transfer-Encoding\": chunked",
            "X: y\nTransfer-Encoding: chunked",
            "X: y\rTransfer-Encoding: chunked",
            "X: y\r\rTransfer-Encoding: chunked",
            "X: y\r\n Transfer-Encoding: chunked",
            "X:\r\n\tfolded",
            "Transfer-Encoding:\r\n chunked",
            "X\nTransfer-Encoding: chunked",
            "X y: z",
            "X(y): z",
            "X: \0",
            "X: \u0001",
            "X: \u001b[31m",
            "\u00ff: y",
            "Content-Length: " + LENGTH,
            "content-length:" + LENGTH,
            "Content-Length: 0",
            "Content-Length:",
            "Content-Length: +0",
            "Content-Length : 0",
            "Content-Length\t: 0",
            " Content-Length: 0",
            "Content-Xength: 0",
            "content-Zength: 5",
            "Content-Xype: text/plain",
            "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2")) {
      add(BAD, "beside a length", "Content-Length: " + LENGTH + "\r\n" + line + "\r\n", null);
    }
    for (String line :
        List.of(
            "Transfer_Encoding: chunked",
            "X-Transfer-Encoding: chunked",
            "Transfer-Encodin: chunked",
            "Transfer-Encodings: chunked",
            "Transfer.Encoding: chunked",
            "Content_Length: 0",
            "Content-Lengths: 0",
            "X-Content-Length: 0",
            "TE: chunked",
            "Trailer: Content-Length",
            "X: \u00fc\u00e9",
            "X: a\tb",
            "X:",
            "Connection: keep-alive, Content-Length",
            "Connection: Transfer-Encoding",
            "Connection: Host",
            "Expect: 100-continue",
            "Upgrade: websocket\r\nConnection: upgrade")) {
      add(0, "beside a length", "Content-Length: " + LENGTH + "\r\n" + line + "\r\n", null);
    }
  }

  private void lengths() {
    for (String line :
        List.of(
            "Content-Length: " + LENGTH,
            "content-length:" + LENGTH,
            "CONTENT-LENGTH: " + LENGTH,
            "Content-Length:\t " + LENGTH + " \t",
            "Content-Length: 000" + LENGTH)) {
      add(0, "length", line + "\r\n", null);
    }
    for (String value :
        List.of(
            "+N",
            "-N",
            "-0",
            "N.0",
            "0xN",
            "N,N",
            "N, N",
            "N N",
            "1e2",
            "1_0",
            "N;",
            "\"N\"",
            "\u00b2",
            "\u00ef\u00bc\u0091",
            "9999999999999999999",
            "18446744073709551617",
            "4294967296000000000000000",
            "N\u000b",
            "N\0",
            "\0N",
            "N\rX",
            "N\nX: y",
            "\r\n N")) {
      String length = value.replace("N", "" + LENGTH);
      add(BAD, "length", "Content-Length: " + length + "\r\n", null);
    }
    for (String name :
        List.of(
            "Content-Xength",
            "Content-Zength",
            "content-aength",
            "Content- ength",
            "Content-\0ength",
            "Content-Length ",
            "Content-Length\u000b",
            "Content-Length\0",
            "\u0000Content-Length",
            "Content\tLength")) {
      add(BAD, "length", name + ": " + LENGTH + "\r\n", null);
    }
    add(
        BAD,
        "lengths that differ",
        "Content-Length: %d\r\nContent-Length: %d\r\n".formatted(LENGTH, LENGTH + 1),
        null);
  }

  private void codings() {
    for (String value : List.of("chunked", "CHUNKED", "Chunked", "\t chunked \t")) {
      add(0, "coding", "Transfer-Encoding: " + value + "\r\n", chunk(body(first())));
    }
    for (String value :
        List.of(
            "gzip, chunked",
            "chunked, gzip",
            "chunked, chunked",
            "chunked, identity",
            "identity",
            "identity, chunked",
            "xchunked",
            "chunkedx",
            "chunked,",
            ",chunked",
            "chunked;a=b",
            "\"chunked\"",
            "chunked chunked",
            "cow",
            "")) {
      add(CODING, "coding", "Transfer-Encoding: " + value + "\r\n", chunk(body(first())));
    }
    for (String lines :
        List.of(
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 4",
            "Content-Length: 4\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: 0",
            "Transfer-Encoding:\r\n chunked",
            "Transfer-Encoding: chunked\r\n , gzip",
            "Transfer-Encoding: chun\r\n ked",
            "Transfer-Encoding: chunked\rX: y",
            "Transfer-Encoding: chunked\nX: y")) {
      add(BAD, "coding", lines + "\r\n", chunk(body(first())));
    }
    String old = "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n";
    add("chunks in HTTP/1.0", 0, BAD, old + chunk(body(first())) + Requests.right(second()));
  }

  /** Of the first request's body; S is the size of it in hexadecimal digits, B the body. */
  private void chunked(int status, String text) {
    String body = text.replace("S", HEX).replace("B", body(first()));
    int right = status == 0 ? 2 : 0;
    String head = post(first(), "Transfer-Encoding: chunked\r\n", "");
    add("chunks " + show(text), right, status, head + body + Requests.right(second()));
  }

  private void chunks() {
    for (String text :
        List.of(
            "S\r\nB\r\n0\r\n\r\n",
            "000S\r\nB\r\n00000000\r\n\r\n",
            "S;a=b\r\nB\r\n0;c\r\n\r\n",
            "S;a=\"b;c\"\r\nB\r\n0\r\n\r\n",
            "S;a;b=c;d=\"e \\\"\"\r\nB\r\n0\r\n\r\n")) {
      chunked(0, text);
    }
    for (String text :
        List.of(
            "0xS\r\nB\r\n0\r\n\r\n",
            " S\r\nB\r\n0\r\n\r\n",
            "S \r\nB\r\n0\r\n\r\n",
            "S\t\r\nB\r\n0\r\n\r\n",
            "S ;a=b\r\nB\r\n0\r\n\r\n",
            "+S\r\nB\r\n0\r\n\r\n",
            "-S\r\nB\r\n0\r\n\r\n",
            "S,S\r\nB\r\n0\r\n\r\n",
            "Sg\r\nB\r\n0\r\n\r\n",
            "S_\r\nB\r\n0\r\n\r\n",
            "S.0\r\nB\r\n0\r\n\r\n",
            "\r\nB\r\n0\r\n\r\n",
            ";a\r\nB\r\n0\r\n\r\n",
            "S\nB\r\n0\r\n\r\n",
            "S\r\r\nB\r\n0\r\n\r\n",
            "S\rB\r\n0\r\n\r\n",
            "S\0\r\nB\r\n0\r\n\r\n",
            "S;a=\u00fc\r\nB\r\n0\r\n\r\n",
            "S;a=\"\u00fc\"\r\nB\r\n0\r\n\r\n",
            "S;a b\r\nB\r\n0\r\n\r\n",
            "S; a\r\nB\r\n0\r\n\r\n",
            "S;\r\nB\r\n0\r\n\r\n",
            "S;a=\r\nB\r\n0\r\n\r\n",
            "S;a=\"b\r\nB\r\n0\r\n\r\n",
            "S;a=\"b\"c\r\nB\r\n0\r\n\r\n",
            "S;a\nB\r\n0\r\n\r\n",
            "S;a\rX\r\nB\r\n0\r\n\r\n",
            "S;a\0\r\nB\r\n0\r\n\r\n",
            "S;\u0001\r\nB\r\n0\r\n\r\n",
            "S\r\nB0\r\n\r\n",
            "S\r\nBX\r\n0\r\n\r\n",
            "S\r\nB\n0\r\n\r\n",
            "S\r\nB\r0\r\n\r\n",
            "S\r\nB\r\rX\r\n0\r\n\r\n",
            "S\r\nB\r\n0\r\n\n",
            "S\r\nB\r\n0\n\n",
            "S\r\nB\r\n0\r\n\rX",
            "S\r\nB\r\n-0\r\n\r\n",
            "S\r\nB\r\n0x0\r\n\r\n",
            "1000000S\r\nB\r\n0\r\n\r\n",
            "1000000000000000S\r\nB\r\n0\r\n\r\n",
            "100000000\r\nB\r\n0\r\n\r\n",
            "80000000\r\nB\r\n0\r\n\r\n",
            "ffffffff\r\nB\r\n0\r\n\r\n",
            "ffffffffffffffff\r\nB\r\n0\r\n\r\n",
            "S;" + "x".repeat(300) + "\r\nB\r\n0\r\n\r\n")) {
      chunked(BAD, text);
    }
  }

  private void trailers() {
    chunked(0, "S\r\nB\r\n0\r\nX: y\r\n\r\n");
    chunked(0, "S\r\nB\r\n0\r\nContent_Length: 5\r\nY: z\r\n\r\n");
    for (String lines :
        List.of(
            "Content-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Host: evil\r\n",
            " X: y\r\n",
            "X: y\r\n folded\r\n",
            "X : y\r\n",
            "X\r\n",
            "X: y\n",
            "X: \0\r\n",
            "X: y\rZ\r\n")) {
      chunked(BAD, "S\r\nB\r\n0\r\n" + lines + "\r\n");
    }
    chunked(BAD, "S\r\nB\r\n0\r\n" + "X: y\r\n".repeat(101) + "\r\n");
    chunked(BAD, "S\r\nB\r\n0\r\nX: " + "y".repeat(9000) + "\r\n\r\n");
  }

  private void line(int status, String line) {
    String body = body(first());
    String head =
        "Host: it\r\n%s: %s\r\nContent-Length: %d\r\n\r\n".formatted(Requests.ID, first(), LENGTH);
    add("request line " + show(line), 0, status, line + head + body + Requests.right(second()));
  }

  private void requestLines() {
    for (String line :
        List.of(
            "POST  / HTTP/1.1\r\n",
            "POST /  HTTP/1.1\r\n",
            "POST\t/ HTTP/1.1\r\n",
            "POST /\tHTTP/1.1\r\n",
            "POST / HTTP/1.1 \r\n",
            "POST / HTTP/1.1\t\r\n",
            " POST / HTTP/1.1\r\n",
            "POST / HTTP/1.1\n",
            "POST / HTTP/1.1\r\r\n",
            "POST / HTTP/1.1\rX\r\n",
            "POST / http/1.1\r\n",
            "POST / HTTP/1.10\r\n",
            "POST / HTTP/1,1\r\n",
            "POST / HTTP/11\r\n",
            "POST / HTTP/1.\r\n",
            "POST / HTTP /1.1\r\n",
            "POST / HTTPS/1.1\r\n",
            "POST /\r\n",
            "POST\r\n",
            "POST / X HTTP/1.1\r\n",
            "POST /\0 HTTP/1.1\r\n",
            "POST /\u007f HTTP/1.1\r\n",
            "POST /\u00c3\u00a9 HTTP/1.1\r\n",
            "PO(ST / HTTP/1.1\r\n",
            "PO\0ST / HTTP/1.1\r\n",
            "\nPOST / HTTP/1.1\r\n",
            "\r\n\r\nPOST / HTTP/1.1\r\n",
            "\rPOST / HTTP/1.1\r\n",
            "\0POST / HTTP/1.1\r\n",
            "\u0016\u0003\u0001\u0002\0\u0001\0\u0001",
            "PRI * HTTP/2.0\r\n\r\nXX\r\n",
            "PRI * HTTP/3.0\r\n",
            "hello\r\n\r\n")) {
      line(line.startsWith("PRI") ? VERSION : BAD, line);
    }
    for (String version : List.of("HTTP/9.9", "HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "HTTP/0.0")) {
      line(VERSION, "POST / " + version + "\r\n");
    }
    line(LONG_TARGET, "POST /" + "x".repeat(5000) + " HTTP/1.1\r\n");
  }

  private void host(int status, String lines) {
    String text =
        "POST / HTTP/1.1\r\n%s%s: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(lines, Requests.ID, first(), LENGTH);
    int right = status == 0 ? 2 : 0;
    String both = text + body(first()) + Requests.right(second());
    add("host " + show(lines), right, status, both);
  }

  private void hosts() {
    for (String value :
        List.of("", "it", "it:80", "it:", "127.0.0.1:1", "[::1]", "[::1]:80", "a,b", "a%41b")) {
      host(0, "Host: " + value + "\r\n");
    }
    for (String lines :
        List.of(
            "",
            "Host: a\r\nHost: b\r\n",
            "Host: a\r\nHost: a\r\n",
            "Host: a\r\nhost: a\r\n",
            "Host : a\r\n",
            " Host: a\r\n",
            "Host: a b\r\n",
            "Host: a/b\r\n",
            "Host: a@b\r\n",
            "Host: a#b\r\n",
            "Host: a?b\r\n",
            "Host: a\\b\r\n",
            "Host: http://a\r\n",
            "Host: a:80:80\r\n",
            "Host: a:b\r\n",
            "Host: a:999999\r\n",
            "Host: [::1\r\n",
            "Host: [::1]x\r\n",
            "Host: a[b]\r\n",
            "Host: \"a\"\r\n",
            "Host: <a>\r\n",
            "Host: \u00fc\r\n",
            "Host: a\0\r\n",
            "Host: a\r\n b\r\n")) {
      host(BAD, lines);
    }
  }

  private void sizes() {
    String length = "Content-Length: " + LENGTH + "\r\n";
    add(0, "sizes", length + "X: y\r\n".repeat(97), null);
    add(LARGE, "sizes", length + "X: y\r\n".repeat(98), null);
    add(LARGE, "sizes", length + "X: y\r\n".repeat(1000), null);
    add(LARGE, "sizes", length + "X: " + "y".repeat(9000) + "\r\n", null);
    add(LARGE, "sizes", length + "X" + "y".repeat(9000) + ": z\r\n", null);
  }

  /** The second request is within the first: nobody may see it. */
  private void within(String method, String lines, int status) {
    String inner = Requests.right(second());
    String head = "%s / HTTP/1.1\r\nHost: it\r\n%s".formatted(method, lines);
    String whole = head.replace("N", "" + inner.length()) + "\r\n" + inner;
    add("within " + method + " " + show(lines), status == 0 ? 1 : 0, status, whole);
  }

  private void requestsInBodies() {
    for (String method : List.of("GET", "HEAD", "OPTIONS", "DELETE", "PUT", "POST", "TRACE")) {
      within(method, "Content-Length: N\r\n", 0);
    }
    within("POST", "Content-Length: N\r\nExpect: 100-continue\r\n", 0);
    within("POST", "Content-Length: N\r\nTransfer-Encoding: identity\r\n", BAD);
    within("POST", "Transfer-Encoding: identity\r\nContent-Length: N\r\n", BAD);
    within("GET", "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n", BAD);
    String chunked = chunk(Requests.right(second()));
    String head = "GET / HTTP/1.1\r\nHost: it\r\nTransfer-Encoding: chunked\r\n\r\n";
    add("within chunks of a GET", 1, 0, head + chunked);
    String pair = Requests.right(first()) + "GET / HTTP/1.1\r\nHost: it\r\n\r\n";
    add("a GET between", 3, 0, pair + Requests.right(second()));
    add(
        "the second is wrong",
        1,
        BAD,
        Requests.right(first()) + "POST / HTTP/1.1\r\nX : y\r\n\r\n");
  }
}
