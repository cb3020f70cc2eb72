package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.net.Backoff;
import java.util.function.Consumer;

/** Keeps a client connected, from when it's first needed. All on the worker. */
final class Connecting {

  private static final int FIRST_RETRY_MILLIS = 50;
  private static final int MOST_RETRY_MILLIS = 500;

  private final NacosClient client;
  private final RegistryThread worker;
  private final Runnable onConnected;
  private final Consumer<Throwable> onLoss;
  private final Backoff backoff;
  private boolean begun;
  private boolean waiting;
  private long current;
  private volatile boolean closed;

  /**
   * @param onConnected run after each time that a connection was made
   * @param onLoss told why there's none, after each time that it was lost or can't be made
   */
  Connecting(
      NacosClient client, RegistryThread worker, Runnable onConnected, Consumer<Throwable> onLoss) {
    this.client = client;
    this.worker = worker;
    this.onConnected = onConnected;
    this.onLoss = onLoss;
    this.backoff = new Backoff(FIRST_RETRY_MILLIS, MOST_RETRY_MILLIS, worker.random());
  }

  void begin() {
    if (!begun) {
      begun = true;
      connect();
    }
  }

  private void connect() {
    client
        .connect()
        .onComplete(
            done ->
                worker.execute(
                    () -> {
                      if (closed) {
                        return;
                      }
                      if (done.failed()) {
                        lost(done.cause());
                      } else if (client.isConnected(done.result())) {
                        current = done.result();
                        backoff.reset();
                        onConnected.run();
                      } else {
                        again();
                      }
                    }));
  }

  /** A connection has ended; that one can't be made is told otherwise. */
  void onLoss(long number, Throwable cause) {
    if (number == current && !closed) {
      current = 0;
      lost(cause);
    }
  }

  private void lost(Throwable cause) {
    onLoss.accept(cause);
    again();
  }

  private void again() {
    if (!waiting) {
      waiting = true;
      worker.after(
          backoff.next(),
          () -> {
            waiting = false;
            if (!closed) {
              connect();
            }
          });
    }
  }

  void close() {
    closed = true;
  }
}
