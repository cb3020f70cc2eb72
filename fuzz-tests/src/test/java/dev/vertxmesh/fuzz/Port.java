package dev.vertxmesh.fuzz;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A server in this process, which is sent bytes over a real socket, a connection for each input.
 */
public final class Port {

  /** Of nothing, before what should have been closed is taken for stuck. */
  private static final int PATIENCE_MILLIS = 20_000;

  private final int port;
  private final AtomicReference<Throwable> fault = new AtomicReference<>();

  /**
   * @param vertx on which it runs
   */
  public Port(Vertx vertx, int port) {

    this.port = port;
    vertx.exceptionHandler(this::note);
  }

  /**
   * Sends the bytes, ends its own direction and waits until the server has ended the other.
   *
   * @return the first bytes of the answer, as characters of ISO 8859-1
   * @throws AssertionError if the server doesn't end, or something was thrown on an event loop
   */
  public String send(byte[] bytes) {
    StringBuilder answer = new StringBuilder();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      byte[] read = new byte[4096];
      for (int n = socket.getInputStream().read(read);
          n >= 0;
          n = socket.getInputStream().read(read)) {
        answer.append(new String(read, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection isn't ended", e);
    } catch (IOException e) {
      expectNoFault(); // who refuses bytes may reset
      return answer.toString();
    }
    expectNoFault();
    return answer.toString();
  }

  /**
   * Sends the bytes, and waits for the beginning of the answer.
   *
   * @return so many bytes of it; fewer if the server ends before
   * @throws AssertionError if it takes too long, or something was thrown on an event loop
   */
  public byte[] ask(byte[] bytes, int length) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(bytes);
      byte[] answer = socket.getInputStream().readNBytes(length);
      expectNoFault();
      return answer;
    } catch (IOException e) {
      throw new AssertionError("a good call isn't answered", e);
    }
  }

  /**
   * Vert.x 5.0.7 forgets that an error may be of a connection and of no stream; the connection is
   * closed all the same.
   */
  private void note(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    boolean isVertxs =
        thrown instanceof NullPointerException
            && trace.length > 0
            && trace[0].getClassName().equals("io.vertx.core.http.impl.Http2ConnectionBase")
            && trace[0].getMethodName().equals("onConnectionError");
    if (!isVertxs) {
      fault.set(thrown);
    }
  }

  private void expectNoFault() {
    Throwable thrown = fault.getAndSet(null);
    if (thrown != null) {
      throw new AssertionError("thrown on an event loop", thrown);
    }
  }
}
