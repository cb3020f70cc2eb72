package dev.vertxmesh.ingress.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does on the wire what no real consumer can be made to do. */
final class RawConsumer implements AutoCloseable {

  static final String INT = "I";

  /** A message that came: its flags and status in hexadecimal, its id, its body. */
  record Message(String flags, int status, long id, byte[] body) {

    private static final Pattern ID = Pattern.compile(", id ([!-~]{1,128})\\)");

    String hex() {
      return HexFormat.of().formatHex(body);
    }

    /** The text of a reason, without the call's id, which each has. */
    String text() {
      Matcher id = ID.matcher(new String(body, StandardCharsets.UTF_8));
      assertThat(id.find()).as("an id").isTrue();
      return id.replaceAll(")");
    }

    /** What the reason calls the call. */
    String called() {
      Matcher id = ID.matcher(new String(body, StandardCharsets.UTF_8));
      assertThat(id.find()).as("an id").isTrue();
      return id.group(1);
    }
  }

  private final Socket socket;
  private final DataInputStream in;

  RawConsumer(int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    socket.setSoTimeout(100_000);
    in = new DataInputStream(socket.getInputStream());
  }

  Socket socket() {
    return socket;
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  void send(String hex) throws IOException {
    send(unhex(hex));
  }

  void sendRequest(long id) throws IOException {
    send(request(0xc2, id, body("m", INT, "95", "")));
  }

  static byte[] unhex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  static byte[] request(int flags, long id, byte[] body) {
    String head = "dabb%02x00%016x%08x".formatted(flags, id, body.length);
    return concat(unhex(head), body);
  }

  /** A body in hessian2 for {@code a.B}. */
  static byte[] body(String method, String descriptor, String arguments, String attachments) {
    String head = text("2.0.2") + text("a.B") + "4e" + text(method) + text(descriptor);
    return unhex(head + arguments + "48" + attachments + "5a");
  }

  static String text(String ascii) {
    return "%02x".formatted(ascii.length())
        + HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Waits for the next message. */
  Message read() throws IOException {
    if (in.readUnsignedShort() != 0xdabb) {
      throw new IOException("not Dubbo");
    }
    String flags = "%02x".formatted(in.readUnsignedByte());
    int status = in.readUnsignedByte();
    long id = in.readLong();
    return new Message(flags, status, id, in.readNBytes(in.readInt()));
  }

  /** All that comes until the other side has closed its direction, or this side is told to. */
  byte[] rest() throws IOException {
    socket.shutdownOutput();
    return in.readAllBytes();
  }

  /** Whether the other side closes, with nothing sent before. */
  boolean isClosed() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return !e.getMessage().contains("timed out"); // a reset is an end, too
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
