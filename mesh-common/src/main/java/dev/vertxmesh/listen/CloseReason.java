package dev.vertxmesh.listen;

import java.util.Locale;

/** Why a connection was refused, or ended by a bound. */
public enum CloseReason {
  /** There are as many as may be, and none that could make room. */
  FULL,
  /** Its address has as many as it may. */
  ADDRESS,
  /** It had waited too long to be accepted, and its caller was about to give up or had. */
  LATE,
  /** It had made no request, or had been idle the longest, and room was needed. */
  ROOM,
  /**
   * All connections of its event loop together took too much memory for unfinished heads, records
   * of TLS, and requests ahead of their turn.
   */
  HELD,
  /** What it didn't take of its answers had too much of the memory, and more than others'. */
  UNTAKEN,
  /** It had no TLS, or its handshake failed. */
  TLS,
  /** Its first bytes, or the head of a request, didn't come in time. */
  HEAD,
  /** It had no request for too long. */
  IDLE,
  /** A PING wasn't answered. */
  SILENT,
  /** It sent too many frames that ask for nothing. */
  FLOOD;

  /** As the meters' label has it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
