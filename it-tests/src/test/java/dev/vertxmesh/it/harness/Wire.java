package dev.vertxmesh.it.harness;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A bare connection, for what an HTTP client wouldn't send and for how it wouldn't leave. */
public final class Wire implements Closeable {

  private static final int PATIENCE_MILLIS = 200_000;

  private final Socket socket;
  private final InputStream in;

  private Wire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  public static Wire to(int port) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return new Wire(socket);
  }

  /** Sends text as it stands; a newline is sent as one byte. */
  public Wire send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  public Wire send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Sends an HTTP/1.1 request whose body's length is right. */
  public Wire post(String path, String type, String body, String... headers) throws IOException {
    StringBuilder head = new StringBuilder("POST " + path + " HTTP/1.1\r\nHost: it\r\n");
    head.append("Content-Type: ").append(type).append("\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    head.append("Content-Length: ").append(bytes.length).append("\r\n\r\n");
    return send(head.toString()).send(bytes);
  }

  /** Reads one HTTP/1.1 response that has a Content-Length. */
  public Answer answer() throws IOException {
    int status = Integer.parseInt(line().split(" ")[1]);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    return new Answer(
        status, name -> Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))), body);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection ended after '" + line + "'");
      }
      line.append((char) b);
    }
    return line.toString().stripTrailing();
  }

  /** Reads until these bytes have come, whatever comes before them. */
  public void awaitBytes(byte[] wanted) throws IOException {
    byte[] last = read(wanted.length);
    while (!Arrays.equals(last, wanted)) {
      System.arraycopy(last, 1, last, 0, last.length - 1);
      last[last.length - 1] = read(1)[0];
    }
  }

  /** Reads so many bytes. */
  public byte[] read(int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection ended after " + bytes.length + " bytes");
    }
    return bytes;
  }

  /** All that comes until the other side closes or breaks the connection. */
  public byte[] rest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    try {
      in.transferTo(rest);
    } catch (SocketException e) {
      // it was closed with bytes of ours unread; what came before that counts
    }
    return rest.toByteArray();
  }

  /** Leaves at once, as a process that was killed does. */
  public void abort() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
