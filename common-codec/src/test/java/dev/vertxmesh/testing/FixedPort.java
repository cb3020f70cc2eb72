package dev.vertxmesh.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The port of a server that is away for a while and comes back to it. It's below those that the
 * kernel gives to clients (32768 and up on Linux), of which one may have it by then, and below
 * those of the integration tests.
 */
public final class FixedPort {

  private static final int FIRST = 10_000;
  private static final int COUNT = 2_000;

  private FixedPort() {}

  /** One that nobody listened on a moment ago. */
  public static int free() {
    int port;
    do {
      port = FIRST + ThreadLocalRandom.current().nextInt(COUNT);
    } while (!isFree(port));
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
