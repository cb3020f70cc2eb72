package dev.vertxmesh.kvstore.store;

/** What became of one operation. */
public enum Outcome {
  DONE,
  /** The key has a value already. */
  EXISTS,
  /** The key has no value. */
  MISSING,
  /** The value isn't of the version that was expected. */
  OTHER_VERSION,
  /** The store would have more bytes than it may have. */
  FULL
}
