package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports for those that others connect to again and again while nobody listens. They are below
 * the range that the kernel gives to clients (32768 and up on Linux): a client that tries a port of
 * that range often enough is given this very port for its own end, and then talks to itself.
 */
public final class Ports {

  private static final int FIRST = 12_000;
  private static final int LAST = 31_000;

  private Ports() {}

  /** A port that nobody listened on a moment ago. */
  public static int free() {
    for (int i = 0; i < 1_000; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free between " + FIRST + " and " + LAST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket everywhere = new ServerSocket(port)) {
      return everywhere.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
