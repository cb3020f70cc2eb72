package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server that can be cut, and mended. */
public final class Relay {

  private final NetClient client;
  private final Set<NetSocket> open = ConcurrentHashMap.newKeySet();
  private final int port;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile boolean cut;
  private volatile boolean swallowing;
  private volatile boolean swallowed;

  /**
   * @param address {@code HOST:PORT} of the server
   */
  public Relay(Vertx vertx, String address) {
    client = vertx.createNetClient();
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon);
    int target = Integer.parseInt(address.substring(colon + 1));
    Future<NetServer> listening =
        vertx
            .createNetServer()
            .connectHandler(socket -> onConnect(socket, host, target))
            .listen(0, "127.0.0.1");
    await().until(listening::succeeded);
    port = listening.result().actualPort();
  }

  /** Where it's to be connected to instead. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** How many have come, those that were cut off at once included. */
  public int connections() {
    return connections.get();
  }

  private void onConnect(NetSocket socket, String host, int target) {
    connections.incrementAndGet();
    if (cut) {
      socket.close();
      return;
    }
    keep(socket);
    if (swallowing) {
      socket.handler(request -> swallow());
      return;
    }
    socket.pause();
    client
        .connect(target, host)
        .onFailure(e -> socket.close())
        .onSuccess(
            other -> {
              keep(other);
              socket.pipeTo(other);
              other.pipeTo(socket);
              if (cut) {
                cut();
              }
            });
  }

  private void swallow() {
    swallowing = false;
    swallowed = true;
  }

  /**
   * Takes the request of the next connection and says nothing, as a process does that is stopped.
   */
  public void swallowNext() {
    swallowed = false;
    swallowing = true;
  }

  /** Whether there was one. */
  public boolean hasSwallowed() {
    return swallowed;
  }

  private void keep(NetSocket socket) {
    open.add(socket);
    socket.closeHandler(closed -> open.remove(socket));
  }

  public void cut() {
    cut = true;
    open.forEach(NetSocket::close);
  }

  public void mend() {
    cut = false;
  }
}
