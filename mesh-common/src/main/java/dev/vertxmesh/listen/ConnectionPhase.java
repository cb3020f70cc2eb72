package dev.vertxmesh.listen;

/** Where a connection stands. */
enum ConnectionPhase {
  /** Accepted, and nothing came. */
  SILENT,
  /** Some of a request's head came, or of HTTP/2's first frames. */
  HEAD,
  /** A request is being read or answered: the code that does so bounds it. */
  BUSY,
  /** A request is answered whose body is still coming. */
  LEFT_OVER,
  /** A request is answered, and no other has begun. */
  IDLE,
  /** Of HTTP/2: a header block has begun and not ended. */
  BLOCK
}
