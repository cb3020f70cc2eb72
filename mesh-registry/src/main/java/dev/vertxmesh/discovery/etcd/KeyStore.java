package dev.vertxmesh.discovery.etcd;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A store of keys and values, seen through one folder of it: keys here are names in that folder.
 *
 * <p>Never blocks, may be called on any thread, and completes on any; each operation makes one
 * attempt, at the server that answered last or else the next one. What fails says why in a message
 * for a person.
 */
public interface KeyStore {

  /** The grant of nobody: ask for one. */
  long NO_GRANT = 0;

  /** Opens one. */
  @FunctionalInterface
  interface Opener {

    /**
     * @param work runs what would take too long on an event loop, one after the other
     */
    KeyStore open(Vertx vertx, Executor work);
  }

  /**
   * What the folder holds.
   *
   * @param entries JSON by name
   * @param revision to watch from
   */
  record Listing(Map<String, String> entries, long revision) {}

  /**
   * @param value JSON, or null if the name is gone
   */
  record Change(String name, String value) {}

  /**
   * What is found under a name that this process put there.
   *
   * @param leased whether it goes when the grant does
   */
  record Held(String value, boolean leased) {}

  /** Told what happens after a listing; on any thread, and in order. */
  interface Watcher {

    void onChanges(List<Change> changes);

    /**
     * All that has changed up to now was told before.
     *
     * @param revision what "now" is, as {@link #revision()} counts; 0 where that isn't known
     */
    void onAlive(long revision);

    /** The watch has ended, and begins again with a listing. Called once at most. */
    void onEnd(Throwable cause);
  }

  /** A watch that has begun. */
  interface Watching {

    /** Asks for a sign of life, which ends in {@link Watcher#onAlive} or never. */
    void probe();

    /** Nothing is told from here on. */
    void end();
  }

  /** One that is only written: what is there is followed elsewhere. */
  interface WriteOnly extends KeyStore {

    @Override
    default Future<Listing> list() {
      throw new UnsupportedOperationException("it's written only");
    }

    @Override
    default Future<Long> revision() {
      throw new UnsupportedOperationException("it's written only");
    }

    @Override
    default Watching watch(long revision, Watcher watcher) {
      throw new UnsupportedOperationException("it's written only");
    }
  }

  Future<Listing> list();

  /** How far the store has come; by the word of a majority of its servers, if that's cheap. */
  Future<Long> revision();

  /** Everything after a listing's revision. */
  Watching watch(long revision, Watcher watcher);

  /** A promise of the store to delete what is bound to it unless it's kept alive. */
  Future<Long> grant();

  Future<Void> put(long grant, String name, String value);

  /**
   * Keeps a grant alive.
   *
   * @return what is there under these names; empty if the grant isn't there any more
   */
  Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names);

  Future<Void> delete(String name);

  /** Gives a grant back, and with it all that's bound to it. */
  Future<Void> revoke(long grant);

  Future<Void> close();
}
