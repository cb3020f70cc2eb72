package dev.vertxmesh.kvstore.store;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.HashMap;

/** Makes stores. */
public final class Stores {
  private Stores() {}

  /** One that is gone with the process. */
  public static Store inMemory(long maxBytes) {
    return new Store(new HashMap<>(), 0, Journal.NONE, maxBytes);
  }

  /**
   * One with all that the file has; to be called on the event loop that the store is for.
   *
   * @return fails with a {@link StoreException}
   */
  public static Future<Store> inFile(Vertx vertx, FileOptions options, long maxBytes) {
    return FileJournal.open(vertx, options, maxBytes);
  }
}
