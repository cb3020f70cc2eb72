package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Free ports for those that others connect to again and again while nobody listens. They are below
 * the range that the kernel gives to clients (32768 and up on Linux): a client that tries a port of
 * that range often enough is given this very port for its own end, and then talks to itself.
 *
 * <p>Each test JVM has a part of them to itself, by its number {@code mesh.fork}, and gives each
 * out once in a round: a process that hasn't begun to listen keeps its port.
 */
public final class Ports {

  private static final int FIRST = 12_000;
  private static final int LAST = 31_000;

  /** Of four JVMs beside each other, and of one that is alone. */
  private static final int PARTS = 5;

  private static final int PART = (LAST - FIRST) / PARTS;
  private static final int OURS = FIRST + PART * (Integer.getInteger("mesh.fork", 0) % PARTS);
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PART));

  /** Of servers that take several by one number, and may be away for a while. */
  private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

  private Ports() {}

  /** A port that nobody listened on a moment ago. */
  public static int free() {
    for (int i = 0; i < PART; i++) {
      int port = OURS + Math.floorMod(NEXT.getAndIncrement(), PART);
      if (!TAKEN.contains(port) && isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no port is free from " + OURS + " to " + (OURS + PART));
  }

  /**
   * The same, of which others that are so much above or below it are free, too: for servers that
   * take several by one number. None of them is given out again.
   */
  static int freeWith(int... offsets) {
    for (int i = 0; i < PART; i++) {
      int port = free();
      if (IntStream.of(offsets).map(offset -> port + offset).allMatch(Ports::isOurs)) {
        TAKEN.add(port);
        IntStream.of(offsets).forEach(offset -> TAKEN.add(port + offset));
        return port;
      }
    }
    throw new IllegalStateException("no port is free with its neighbours");
  }

  /** One of another JVM's part could be given out there meanwhile. */
  private static boolean isOurs(int port) {
    return port >= OURS && port < OURS + PART && !TAKEN.contains(port) && isFree(port);
  }

  private static boolean isFree(int port) {
    try (ServerSocket everywhere = new ServerSocket(port)) {
      return everywhere.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
