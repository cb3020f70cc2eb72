package dev.vertxmesh.frame;

/** Bytes that aren't the protocol. It ends the link: after it the stream has lost its frames. */
public final class FrameException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final LinkError code;

  public FrameException(LinkError code, String detail) {
    super(detail, null, false, false);
    this.code = code;
  }

  /** What the other side is told. */
  public LinkError code() {
    return code;
  }
}
