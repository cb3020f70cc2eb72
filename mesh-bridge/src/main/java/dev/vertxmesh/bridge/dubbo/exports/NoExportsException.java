package dev.vertxmesh.bridge.dubbo.exports;

/** Nobody told what the provider exports. Stackless: the message says who was asked, and how. */
public final class NoExportsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isFinal;

  NoExportsException(String message) {
    this(message, false);
  }

  private NoExportsException(String message, boolean isFinal) {
    super(message, null, false, false);
    this.isFinal = isFinal;
  }

  /** Of a provider that never tells, and only writes the questions into its log. */
  static NoExportsException ever(String message) {
    return new NoExportsException(message, true);
  }

  /** Whether it's in vain to ask the provider again, in this way or another. */
  boolean isFinal() {
    return isFinal;
  }
}
