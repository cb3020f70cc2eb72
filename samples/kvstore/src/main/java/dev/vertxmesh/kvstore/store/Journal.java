package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;
import io.vertx.core.Future;

/** Where changes are kept beyond the process's life, in the order in which they are told. */
public interface Journal {

  /** Keeps nothing. */
  Journal NONE =
      new Journal() {
        @Override
        public void put(ByteString key, Entry entry) {}

        @Override
        public void remove(ByteString key, long version) {}

        @Override
        public Future<Void> pending(ByteString key) {
          return null;
        }

        @Override
        public Throwable failure() {
          return null;
        }

        @Override
        public Future<Void> close() {
          return Future.succeededFuture();
        }
      };

  void put(ByteString key, Entry entry);

  /**
   * @param version the highest that was ever given, which mustn't be given again after a restart
   */
  void remove(ByteString key, long version);

  /** What to wait for until the key's last change is kept; null if there's nothing to wait for. */
  Future<Void> pending(ByteString key);

  /** Why nothing can be kept any more; null as long as all is well. */
  Throwable failure();

  /** Keeps what is on its way and lets go of the file. */
  Future<Void> close();
}
