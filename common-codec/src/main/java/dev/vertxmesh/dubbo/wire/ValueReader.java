package dev.vertxmesh.dubbo.wire;

/**
 * Reads the values of one body, one after the other.
 *
 * <p>A value is null, Boolean, Integer, Long, Double, BigInteger, BigDecimal, String, {@link
 * java.util.Date}, byte[], List, Map or {@link WireObject}; they may refer to one another in a
 * circle. What has a type of its own on the wire and isn't among these is the nearest that is: a
 * short an Integer, a float the Double of the same digits, a character or a java.time value a
 * String. An object is a Map where its class isn't on the wire: in fastjson's text, and in the two
 * others inside of an object whose field is declared as that class.
 */
@FunctionalInterface
public interface ValueReader {

  /**
   * @throws DubboCodecException if the bytes aren't a value, or one over {@link Limits}
   */
  Object read();
}
