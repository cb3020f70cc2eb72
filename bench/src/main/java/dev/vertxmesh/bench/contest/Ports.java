package dev.vertxmesh.bench.contest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Ports on the loopback interface that nobody listens on. */
public final class Ports {
  private final Iterator<Integer> free;

  private Ports(List<Integer> free) {
    this.free = free.iterator();
  }

  /**
   * So many of them.
   *
   * @param base the first of a row, or 0 for whichever the system gives
   * @throws ContestException if one of the row is in use
   */
  public static Ports of(int count, int base) throws IOException {
    List<ServerSocket> open = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        open.add(listen(base == 0 ? 0 : base + i));
      }
      return new Ports(open.stream().map(ServerSocket::getLocalPort).toList());
    } finally {
      for (ServerSocket socket : open) {
        socket.close();
      }
    }
  }

  private static ServerSocket listen(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new ContestException("port " + port + ": " + e.getMessage() + "; try --base-port 0");
    }
  }

  public int next() {
    return free.next();
  }
}
