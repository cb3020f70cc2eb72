package dev.vertxmesh.it.harness;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * One connection that sends many calls at once and then reads their answers, which costs a client
 * so little that nearly all of the machine is left to the mesh.
 */
public final class Pipeline implements AutoCloseable {

  /**
   * A call and how it has to end.
   *
   * @param body null if any will do
   */
  public record Shot(byte[] request, int status, byte[] body) {

    /** {@code hash} of a text. */
    public static Shot hash(String text) {
      String form =
          Http.encode(
              "interface",
              Samples.HELLO,
              "method",
              "hash",
              "parameterTypesString",
              Samples.STRING,
              "parameter",
              text);
      return new Shot(request("/", form), 200, ascii("" + text.hashCode()));
    }

    /**
     * A call with JSON to {@code UserService}.
     *
     * @param headers whole lines, each with its end
     */
    public static Shot json(String method, String arguments, int status, String headers) {
      return new Shot(
          request("/" + Samples.USERS + "/" + method, arguments, headers), status, null);
    }

    private static byte[] request(String path, String body, String... headers) {
      return ascii(
          "POST %s HTTP/1.1\r\nhost: it\r\n%scontent-length: %d\r\n\r\n%s"
              .formatted(path, String.join("", headers), body.length(), body));
    }

    private static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
  }

  private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int PATIENCE_MILLIS = 200_000;

  private final Socket socket;
  private final InputStream in;
  private byte[] buffer = new byte[64 * 1024];
  private int from;
  private int to;

  public Pipeline(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  /**
   * Sends all, then reads all answers.
   *
   * @throws IllegalStateException at the first that ends otherwise than it has to
   */
  public void fire(List<Shot> shots) throws IOException {
    byte[] all = new byte[shots.stream().mapToInt(shot -> shot.request.length).sum()];
    int at = 0;
    for (Shot shot : shots) {
      System.arraycopy(shot.request, 0, all, at, shot.request.length);
      at += shot.request.length;
    }
    socket.getOutputStream().write(all);
    for (Shot shot : shots) {
      check(shot);
    }
  }

  private void check(Shot shot) throws IOException {
    int bodyAt = endOfHead();
    int status = number(from + STATUS_AT);
    int length = contentLength(bodyAt);
    while (to - bodyAt < length) {
      int gone = from;
      read();
      bodyAt -= gone - from;
    }
    boolean right =
        status == shot.status
            && (shot.body == null
                || Arrays.equals(buffer, bodyAt, bodyAt + length, shot.body, 0, shot.body.length));
    if (!right) {
      throw new IllegalStateException(
          "expected %d for %s but got %s"
              .formatted(
                  shot.status,
                  new String(shot.request, StandardCharsets.US_ASCII),
                  new String(buffer, from, bodyAt + length - from, StandardCharsets.US_ASCII)));
    }
    from = bodyAt + length;
  }

  /** Where the body of the response at {@code from} begins; reads as much as that takes. */
  private int endOfHead() throws IOException {
    int at = from;
    while (true) {
      for (; at + 4 <= to; at++) {
        if (buffer[at] == '\r' && buffer[at + 2] == '\r' && buffer[at + 3] == '\n') {
          return at + 4;
        }
      }
      int gone = from;
      read();
      at -= gone - from;
    }
  }

  private int contentLength(int end) {
    for (int at = from; at + LENGTH.length < end; at++) {
      if (Arrays.equals(buffer, at, at + LENGTH.length, LENGTH, 0, LENGTH.length)) {
        return number(at + LENGTH.length);
      }
    }
    throw new IllegalStateException("no content-length");
  }

  private int number(int at) {
    int number = 0;
    for (int i = at; buffer[i] >= '0' && buffer[i] <= '9'; i++) {
      number = 10 * number + buffer[i] - '0';
    }
    return number;
  }

  /** Reads more; what isn't done with moves to the front. */
  private void read() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * to);
    }
    int count = in.read(buffer, to, buffer.length - to);
    if (count < 0) {
      throw new EOFException("the connection ended");
    }
    to += count;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
