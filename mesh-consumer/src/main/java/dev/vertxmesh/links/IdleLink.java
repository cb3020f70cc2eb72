package dev.vertxmesh.links;

import io.vertx.core.Future;

/** The way to an instance, which may be given up while nobody calls. */
interface IdleLink {

  /** Whether it's given up until {@link #wake}. */
  boolean isAsleep();

  /** Whether it can take calls. */
  boolean isOpen();

  /** Completes when the first attempt to make it has ended, well or not. */
  Future<Void> tried();

  /**
   * Makes it anew, if it's asleep.
   *
   * @return completes when the attempt has ended, well or not; never fails
   */
  Future<Void> wake();
}
