package dev.vertxmesh.simulation.store;

import dev.vertxmesh.discovery.etcd.KeyStore;
import java.util.List;

/** A watch, at both its ends: what the store tells crosses the network in its order. */
final class StoreWatch implements KeyStore.Watching {

  private final SimStore store;
  private final StoreClient client;
  private final KeyStore.Watcher watcher;
  private boolean over;

  StoreWatch(SimStore store, StoreClient client, KeyStore.Watcher watcher) {
    this.store = store;
    this.client = client;
    this.watcher = watcher;
  }

  /** At the store: something has changed. */
  void changed(KeyStore.Change change) {
    tell(() -> watcher.onChanges(List.of(change)));
  }

  /** At the store: it's no watch any more. */
  void ended(String why) {
    tell(
        () -> {
          over = true;
          watcher.onEnd(new IllegalStateException(why));
        });
  }

  private void tell(Runnable what) {
    boolean arrives =
        client.answer(
            () -> {
              if (!over) {
                what.run();
              }
            });
    if (!arrives) {
      store.unwatch(this); // the connection is broken; the client hears nothing any more
    }
  }

  @Override
  public void probe() {
    client.ask(
        () -> {
          if (store.isWatching(this)) {
            long now = store.revision();
            tell(() -> watcher.onAlive(now));
          }
        });
  }

  @Override
  public void end() {
    over = true;
    client.ask(() -> store.unwatch(this));
  }
}
