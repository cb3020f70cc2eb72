package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.run.KnownKeys.Known;

/**
 * One call that is to be made.
 *
 * @param known what the store has for the key; for a create what it's going to have, without
 *     version
 * @param value what it is going to have after an update
 * @param startNanos when it was asked for
 */
record Asked(Kind kind, Known known, ByteString value, long startNanos) {

  enum Kind {
    CREATE,
    RETRIEVE,
    UPDATE,
    DELETE
  }
}
