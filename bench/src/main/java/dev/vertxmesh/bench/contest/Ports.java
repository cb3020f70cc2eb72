package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on the loopback interface that nobody listens on. Those of our choice are below the range
 * that the kernel gives to clients (32768 and up on Linux), as a client would have one by the time
 * that a process listens on it. A port is this JVM's until it ends, so that benches beside each
 * other have none in common.
 */
public final class Ports {
  private static final int FIRST = 12_000;
  private static final int COUNT = 19_000;

  private static final FileChannel CLAIMS = claims();

  /** Of rows, which are the operator's choice: one run after the other has the same. */
  private static final Set<Integer> ROWS = ConcurrentHashMap.newKeySet();

  private final Iterator<Integer> free;

  private Ports(List<Integer> free) {
    this.free = free.iterator();
  }

  /**
   * So many of them.
   *
   * @param base the first of a row, or 0 for whichever are free
   * @throws ContestException if one of the row is in use, or too few are free
   */
  public static Ports of(int count, int base) throws IOException {
    return new Ports(base == 0 ? anywhere(count) : row(count, base));
  }

  private static List<Integer> anywhere(int count) throws IOException {
    List<Integer> ports = new ArrayList<>();
    int start = ThreadLocalRandom.current().nextInt(COUNT);
    for (int i = 0; ports.size() < count; i++) {
      if (i == COUNT) {
        throw new ContestException(
            "under %d ports are free from %d to %d".formatted(count, FIRST, FIRST + COUNT));
      }
      int port = FIRST + (start + i) % COUNT;
      if (claim(port) && whyNotFree(port) == null) {
        ports.add(port);
      }
    }
    return ports;
  }

  private static List<Integer> row(int count, int base) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int port = base; port < base + count; port++) {
      boolean isOurs = ROWS.contains(port) || claim(port);
      String why = isOurs ? whyNotFree(port) : "it's given out already, here or by another bench";
      if (why != null) {
        throw new ContestException("port " + port + ": " + why + "; try --base-port 0");
      }
      ROWS.add(port);
      ports.add(port);
    }
    return ports;
  }

  /** Null if it's free. */
  private static String whyNotFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound() ? null : "not bound";
    } catch (IOException e) {
      return e.getMessage();
    }
  }

  /**
   * Each port is a byte of the file, locked by the JVM that has it. False if one has it already.
   */
  static boolean claim(int port) throws IOException {
    try {
      return CLAIMS.tryLock(port, 1, false) != null;
    } catch (OverlappingFileLockException e) { // ours
      return false;
    }
  }

  private static FileChannel claims() {
    String name = "vertx-mesh-bench-ports-" + System.getProperty("user.name");
    try {
      return FileChannel.open(
          Path.of(System.getProperty("java.io.tmpdir"), name),
          StandardOpenOption.CREATE,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException("ports can't be claimed", e);
    }
  }

  public int next() {
    return free.next();
  }
}
