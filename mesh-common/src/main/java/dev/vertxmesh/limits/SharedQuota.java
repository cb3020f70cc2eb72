package dev.vertxmesh.limits;

import io.vertx.core.Future;
import java.util.function.LongSupplier;

/** Calls of which several agents take together, kept by somebody they all can ask. */
public interface SharedQuota {

  /**
   * Takes as many as there are. The future may complete on any thread.
   *
   * @param most from 1
   */
  Future<Long> take(long most);

  /** Keeps quotas for several agents; asked on any thread, and never blocks. */
  interface Store {

    /**
     * One of a name, the same for all who ask for it.
     *
     * @param perSecond how many come back a second
     * @param burst how many there are at most
     */
    SharedQuota of(String name, double perSecond, long burst);

    /** What is wrong with it now, so that nobody is asked; empty if nothing is. */
    String problem();

    /** Where it is, without secrets. */
    String describe();

    void close();
  }

  /** Makes the store that a file names. */
  @FunctionalInterface
  interface StoreMaker {

    /**
     * @param wallNanos the time that all agents have in common, in nanoseconds
     */
    Store make(RedisConfig config, LongSupplier wallNanos);
  }
}
