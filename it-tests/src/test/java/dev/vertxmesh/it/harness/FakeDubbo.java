package dev.vertxmesh.it.harness;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes a Dubbo provider's port and answers each request as a test says. It knows of Dubbo's
 * protocol only where a request begins and ends:
 *
 * <pre>
 *  0      2      3       4    12      16
 *  +------+------+-------+----+-------+------
 *  | dabb | flag | status| id | length| body
 *  +------+------+-------+----+-------+------
 * </pre>
 */
public final class FakeDubbo implements Closeable {

  /** What is done about a request. */
  @FunctionalInterface
  public interface Script {
    void onRequest(long id, Socket socket) throws IOException;
  }

  /** The same, of who looks into it. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @param body a character is a byte
     */
    void onRequest(long id, String body, Socket socket) throws IOException;
  }

  private static final int MAGIC = 0xdabb;
  private static final int EVENT = 0x20;
  private static final String NULL = "92";
  private static final int BACKLOG = 50;

  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Reader script;

  private FakeDubbo(ServerSocket server, Reader script) {
    this.server = server;
    this.script = script;
  }

  public static FakeDubbo on(int port, Script script) throws IOException {
    return reading(port, (id, body, socket) -> script.onRequest(id, socket));
  }

  public static FakeDubbo reading(int port, Reader script) throws IOException {
    FakeDubbo fake =
        new FakeDubbo(new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()), script);
    start(fake::accept);
    return fake;
  }

  /** A response with status 20 whose body is this, in hexadecimal. */
  public static byte[] response(long id, String body) {
    return response(2, id, HexFormat.of().parseHex(body));
  }

  /** A response with status 20. */
  public static byte[] response(int serialization, long id, byte[] body) {
    return ByteBuffer.allocate(16 + body.length)
        .putInt(0xdabb0014 | serialization << 8)
        .putLong(id)
        .putInt(body.length)
        .put(body)
        .array();
  }

  private static void start(Runnable loop) {
    Thread thread = new Thread(loop, "fake dubbo");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        if (server.isClosed()) { // close() may have looked before it was there
          socket.close();
        }
        start(() -> read(socket));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void read(Socket socket) {
    try (DataInputStream in = new DataInputStream(socket.getInputStream())) {
      while (true) {
        int head = in.readInt();
        if (head >>> 16 != MAGIC) {
          return; // a line of telnet, by which the agent asks what there is
        }
        long id = in.readLong();
        String body = new String(in.readNBytes(in.readInt()), StandardCharsets.ISO_8859_1);
        if ((head >> 8 & EVENT) != 0) {
          continue;
        } else if (body.contains("$echo")) {
          write(socket, response(id, NULL)); // the agent's own question
        } else {
          script.onRequest(id, body, socket);
        }
      }
    } catch (IOException e) {
      // the agent has left, or the script has closed the socket
    } finally {
      sockets.remove(socket);
    }
  }

  /** Is there until something is done. */
  public void runUntil(Runnable done) throws IOException {
    try (this) {
      done.run();
    }
  }

  /** Writes and flushes. */
  public static void write(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
