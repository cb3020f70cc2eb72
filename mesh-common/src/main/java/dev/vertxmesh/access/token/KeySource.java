package dev.vertxmesh.access.token;

import io.vertx.core.Future;

/** Where an issuer's keys are. May be asked on any thread. */
interface KeySource {

  /** Those that are known. */
  SigningKeys keys();

  /**
   * Looks whether there are others by now, if that may be asked again; completes with those that
   * are known then, and never fails.
   */
  Future<SigningKeys> lookAgain();

  /** What keeps it from knowing them; empty if nothing does. */
  default String problem() {
    return "";
  }

  /** Those of a file, which is read anew with all else. */
  static KeySource fixed(SigningKeys keys) {
    return new KeySource() {
      @Override
      public SigningKeys keys() {
        return keys;
      }

      @Override
      public Future<SigningKeys> lookAgain() {
        return Future.succeededFuture(keys);
      }
    };
  }
}
