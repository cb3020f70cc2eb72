package dev.vertxmesh.http1;

/**
 * Reads the value of a header that matters here, byte by byte and without the blanks around it.
 * Each throws a {@link BadRequest} for what can't be.
 */
interface FieldValue {

  void next(byte b);

  void end();
}
