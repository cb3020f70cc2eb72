package dev.vertxmesh.net.tls;

import java.nio.file.Path;

/** Why files can't be used for TLS, in one line for a person. Stackless. */
public final class TlsFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Path file;

  /** Of no file in particular. */
  TlsFailure(String message) {
    super(message, null, false, false);
    file = null;
  }

  /** No cause goes with it: what libraries say of a key may have parts of it. */
  TlsFailure(Path file, String problem, String expected) {
    this(file, file, problem, expected);
  }

  /**
   * The same of two files.
   *
   * @param cause the file to blame, by which {@code file} can't be used
   */
  TlsFailure(Path cause, Path file, String problem, String expected) {
    super("%s %s, expected %s".formatted(file, problem, expected), null, false, false);
    this.file = cause;
  }

  /** Whether it's this file that can't be used. */
  public boolean isOf(Path other) {
    return file != null && file.equals(other);
  }
}
