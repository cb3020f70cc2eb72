package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to a server that can be cut, stopped in the middle, and mended. */
public final class Relay {

  private final Vertx vertx;
  private final NetClient client;
  private final Map<NetSocket, Context> open = new ConcurrentHashMap<>();
  private final int port;
  private final AtomicInteger connections = new AtomicInteger();
  private volatile String target;
  private volatile boolean cut;
  private volatile boolean stalled;
  private volatile boolean swallowing;
  private volatile boolean swallowed;

  /**
   * @param address {@code HOST:PORT} of the server
   */
  public Relay(Vertx vertx, String address) {
    this.vertx = vertx;
    client = vertx.createNetClient();
    target = address;
    Future<NetServer> listening =
        vertx.createNetServer().connectHandler(this::onConnect).listen(0, "127.0.0.1");
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

  private void onConnect(NetSocket socket) {
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
    if (stalled) {
      return; // it's connected, and hears nothing
    }
    int colon = target.lastIndexOf(':');
    client
        .connect(Integer.parseInt(target.substring(colon + 1)), target.substring(0, colon))
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
    open.put(socket, vertx.getOrCreateContext());
    socket.closeHandler(closed -> open.remove(socket));
  }

  public void cut() {
    cut = true;
    end();
  }

  /** Ends what is open. */
  private void end() {
    open.keySet().forEach(NetSocket::close);
  }

  /** Nothing gets through from here on, and neither side is told. */
  public void stall() {
    stalled = true;
    open.forEach((socket, context) -> context.runOnContext(v -> socket.pause()));
  }

  /**
   * Ends all connections; new ones go to another server.
   *
   * @param address {@code HOST:PORT}
   */
  public void turnTo(String address) {
    target = address;
    end();
  }

  /** Whoever connects gets through again, and whom it was stalled for has to. */
  public void mend() {
    cut = false;
    if (stalled) {
      stalled = false;
      end();
    }
  }
}
