package dev.vertxmesh.kvstore.service;

/** A call that waits until it may be carried out. */
interface Turn {

  /** Whether somebody still waits for the answer. */
  boolean isWanted();

  /** Whether it takes as long as a write does, or as a read. */
  boolean isWrite();

  /** Carries it out, or only cleans up if it isn't wanted any more; called exactly once. */
  void run();
}
