package dev.vertxmesh.dubbo.wire;

/** Writes the values of one body, one after the other. */
@FunctionalInterface
public interface ValueWriter {

  /**
   * Appends a value.
   *
   * @param value null, a boxed primitive, String, byte[], {@link java.util.Date}, BigInteger,
   *     BigDecimal, LocalDate, LocalTime, LocalDateTime, Instant, ZonedDateTime, OffsetDateTime,
   *     Duration, a collection, a map, an array of such or {@link WireObject}
   * @throws DubboCodecException if it is something else, or can't be said; then part of it may have
   *     been appended
   */
  void write(Object value);
}
