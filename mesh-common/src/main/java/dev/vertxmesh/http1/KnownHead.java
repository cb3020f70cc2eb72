package dev.vertxmesh.http1;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A head that has come before, and what the decoder made of it: the same bytes mean the same, and
 * are as right as they were. The number of its Content-Length may be another.
 */
final class KnownHead {

  static final int UNKNOWN = -1;

  /** Of a number; any of so many fits an int. */
  private static final int MOST_DIGITS = 9;

  /** Of a head's bytes: with any number it's whole in one part. */
  private static final int MOST = HeadBytes.PART - MOST_DIGITS;

  private final HeadLimits limits;
  private final byte[] before;
  private final byte[] after;
  private final HttpMethod method;
  private final String uri;

  /** Names and values in turn; {@code null} where the number was. */
  private final CharSequence[] fields;

  private KnownHead(HeadLimits limits, byte[] head, int from, int to, HttpRequest request) {
    this.limits = limits;
    this.before = Arrays.copyOf(head, from);
    this.after = Arrays.copyOfRange(head, to, head.length);
    this.method = request.method();
    this.uri = request.uri();
    this.fields = fields(request);
  }

  /**
   * @param limits of the guard that let it pass
   * @param request what the decoder made of it
   * @return null for one that isn't as simple as nearly all are
   */
  static KnownHead of(HeadLimits limits, byte[] head, HttpRequest request) {
    if (head.length > MOST || !begins(head, request) || !isSimple(request)) {
      return null;
    }
    int from = number(head);
    int to = from;
    while (Bytes.isDigit(head[to])) {
      to++;
    }
    return head[to] == Bytes.CR ? new KnownHead(limits, head, from, to, request) : null;
  }

  /** The one is of the other; it always is. */
  private static boolean begins(byte[] head, HttpRequest request) {
    byte[] line = Bytes.of(request.method() + " " + request.uri() + " HTTP/");
    return Arrays.mismatch(head, line) == line.length;
  }

  /** Nothing but a body of that length follows it, and nothing else is to be done before. */
  private static boolean isSimple(HttpRequest request) {
    return request.getClass() == DefaultHttpRequest.class
        && request.decoderResult().isSuccess()
        && request.protocolVersion() == HttpVersion.HTTP_1_1
        && request.method() == HttpMethod.POST
        && request.headers().getAll(HttpHeaderNames.CONTENT_LENGTH).size() == 1
        && !request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
        && !request.headers().contains(HttpHeaderNames.EXPECT)
        && !request.headers().contains(HttpHeaderNames.UPGRADE);
  }

  /** Where the value begins of Content-Length, which is there once. */
  private static int number(byte[] head) {
    int at = 0;
    while (head[at] != Bytes.LF || !isLength(head, at + 1)) {
      at++;
    }
    at += 1 + Http1RequestHead.CONTENT_LENGTH.length + 1;
    while (Bytes.isBlank(head[at])) {
      at++;
    }
    return at;
  }

  private static boolean isLength(byte[] head, int from) {
    byte[] name = Http1RequestHead.CONTENT_LENGTH;
    int at = 0;
    while (at < name.length && Bytes.token(head[from + at]) == name[at]) {
      at++; // to the line's end at most, as no token has that
    }
    return at == name.length && head[from + at] == ':';
  }

  private static CharSequence[] fields(HttpRequest request) {
    List<CharSequence> fields = new ArrayList<>();
    Iterator<Map.Entry<CharSequence, CharSequence>> each = request.headers().iteratorCharSequence();
    while (each.hasNext()) {
      Map.Entry<CharSequence, CharSequence> field = each.next();
      CharSequence name = field.getKey();
      fields.add(name);
      fields.add(
          AsciiString.contentEqualsIgnoreCase(HttpHeaderNames.CONTENT_LENGTH, name)
              ? null
              : field.getValue());
    }
    return fields.toArray(CharSequence[]::new);
  }

  /**
   * Whether these bytes begin with it.
   *
   * @param others the limits that it would have to be within
   * @return the number of its Content-Length; {@link #UNKNOWN} if they don't, or it's too large
   */
  int read(byte[] in, int to, HeadLimits others) {
    int from = before.length;
    if (to < from || !Arrays.equals(in, 0, from, before, 0, from) || !limits.equals(others)) {
      return UNKNOWN;
    }
    int number = 0;
    int at = from;
    int most = Math.min(to, from + MOST_DIGITS);
    while (at < most && Bytes.isDigit(in[at])) {
      number = number * 10 + in[at] - '0';
      at++;
    }
    boolean isPlain = at == from + 1 || at > from && in[from] != '0';
    int end = at + after.length;
    return isPlain && end <= to && Arrays.equals(in, at, end, after, 0, after.length)
        ? number
        : UNKNOWN;
  }

  /** How many bytes it is with a number of so many digits. */
  int size(int digits) {
    return before.length + digits + after.length;
  }

  /** What the decoder would make of it with that number. */
  HttpRequest request(String number) {
    HeadersMultiMap headers =
        HeadersMultiMap.caseInsensitive(); // they were looked at the first time
    for (int i = 0; i < fields.length; i += 2) {
      CharSequence value = fields[i + 1];
      headers.add(fields[i], value == null ? number : value);
    }
    return new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, uri, headers);
  }
}
