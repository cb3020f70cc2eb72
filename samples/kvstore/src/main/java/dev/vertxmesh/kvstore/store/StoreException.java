package dev.vertxmesh.kvstore.store;

import java.nio.file.Path;

/** The file doesn't do what it should; says which file and what it did. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoreException(Path file, String what, Throwable cause) {
    super("file: " + file + " " + what, cause);
  }
}
