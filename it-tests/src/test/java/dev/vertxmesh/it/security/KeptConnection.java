package dev.vertxmesh.it.security;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** gRPC-Web calls one after the other on one connection, which is never made again. */
final class KeptConnection {

  private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: ?(\\d+)");

  private final Socket socket;
  private final String path;
  private final byte[] message;
  private final Thread thread = new Thread(this::run, "kept");
  private volatile boolean ended;
  private volatile int answered;
  private volatile String failure;

  /**
   * @param message with its prefix, which has to come back
   */
  KeptConnection(Socket socket, String path, byte[] message) {
    this.socket = socket;
    this.path = path;
    this.message = message;
    thread.start();
  }

  /** Calls that were answered rightly. */
  int answered() {
    return answered;
  }

  /** Why there are no more calls; null as long as there are. */
  String failure() {
    return failure;
  }

  private void run() {
    byte[] head =
        ("POST %s HTTP/1.1\r\nhost: x\r\ncontent-type: application/grpc-web+proto\r\n"
                + "content-length: %d\r\n\r\n")
            .formatted(path, message.length)
            .getBytes(StandardCharsets.US_ASCII);
    byte[] request = Buffer.buffer(head).appendBytes(message).getBytes();
    try {
      while (!ended) {
        socket.getOutputStream().write(request);
        readAnswer(socket.getInputStream());
        answered++;
      }
    } catch (IOException e) {
      failure = e.toString();
    }
  }

  /** To the end of its chunks, or of its length. */
  private static void readAnswer(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    readTo("\r\n\r\n", in, text);
    Matcher length = LENGTH.matcher(text);
    if (length.find()) {
      int bytes = Integer.parseInt(length.group(1));
      text.append(new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1));
    } else {
      readTo("\r\n0\r\n\r\n", in, text);
    }
    if (text.indexOf("HTTP/1.1 200") != 0 || text.indexOf("hello") < 0) {
      throw new IOException("answered with " + text);
    }
  }

  private static void readTo(String end, InputStream in, StringBuilder text) throws IOException {
    while (text.indexOf(end, text.length() - end.length()) < 0) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("cut off behind " + text);
      }
      text.append((char) b);
    }
  }

  void end() throws Exception {
    ended = true;
    thread.join();
    socket.close();
  }
}
