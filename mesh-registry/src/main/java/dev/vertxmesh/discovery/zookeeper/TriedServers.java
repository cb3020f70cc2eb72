package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Why no server can be reached, which ZooKeeper's client doesn't tell: after a loss each is tried
 * once, on a thread of its own. Thread-safe.
 */
final class TriedServers {

  /** Servers that are told of. */
  private static final int MOST = 3;

  private static final int CONNECT_MILLIS = 700;

  private final String servers;
  private Promise<String> found;

  /**
   * @param servers as ZooKeeper's client is told them
   */
  TriedServers(String servers) {
    this.servers = servers;
  }

  /** What is the matter with each of them, for a person; the same until it's {@link #forget}. */
  synchronized Future<String> why() {
    if (found == null) {
      Promise<String> mine = Promise.promise();
      found = mine;
      Thread trying = new Thread(() -> mine.complete(tried()), "mesh-zookeeper-tried");
      trying.setDaemon(true);
      trying.start();
    }
    return found.future();
  }

  /** A problem, and why, where that's known; empty if there's no problem. */
  synchronized String explained(String problem) {
    boolean isKnown = !problem.isEmpty() && found != null && found.future().isComplete();
    return isKnown ? problem + ": " + found.future().result() : problem;
  }

  /** A failure, once it's known why if there's a problem, which is asked for again then. */
  <T> Future<T> explained(Supplier<String> problem, Throwable failure) {
    return problem.get().isEmpty()
        ? Future.failedFuture(failure)
        : why().compose(why -> Future.failedFuture(failure(problem.get(), failure)));
  }

  /** One may have answered meanwhile. */
  private static Throwable failure(String problem, Throwable failure) {
    return problem.isEmpty() ? failure : new RegistryFailure(problem, failure);
  }

  /** One has answered. */
  synchronized void forget() {
    found = null;
  }

  private String tried() {
    List<String> words = new ArrayList<>();
    Arrays.stream(servers.split(","))
        .limit(MOST)
        .forEach(server -> words.add(server + ": " + tried(server)));
    return String.join("; ", words);
  }

  private static String tried(String server) {
    try (Socket socket = new Socket()) {
      HostPort at = HostPort.parse(server);
      InetSocketAddress address = new InetSocketAddress(at.host(), at.port());
      if (address.isUnresolved()) {
        return "its host's name doesn't resolve";
      }
      socket.connect(address, CONNECT_MILLIS);
      return "takes connections, and doesn't answer as ZooKeeper does";
    } catch (SocketTimeoutException e) {
      return "not connected within " + CONNECT_MILLIS + " ms";
    } catch (IOException | RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
