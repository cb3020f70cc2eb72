package dev.vertxmesh.frame;

/** Why a link ends, as an ERROR or a GO_AWAY frame says it. */
public enum LinkError {
  /** No fault: the sender leaves. */
  NONE(0),
  /** Not the protocol at all, or a frame that contradicts itself. */
  PROTOCOL(1),
  /** No version that both sides speak. */
  VERSION(2),
  /** A frame, a message or a dictionary over the limit that the HELLO told. */
  LIMIT(3),
  /** A frame type that is unknown and may not be skipped. */
  UNKNOWN_FRAME(4),
  /** Nothing was heard for too long. */
  SILENCE(5),
  /** The sender's own fault. */
  INTERNAL(6),
  /** The other side doesn't prove to be whom it has to be. */
  IDENTITY(7);

  private final int code;

  LinkError(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /** A number that this version doesn't know reads as {@link #INTERNAL}. */
  public static LinkError of(int code) {
    return code >= 0 && code < values().length ? values()[code] : INTERNAL;
  }
}
