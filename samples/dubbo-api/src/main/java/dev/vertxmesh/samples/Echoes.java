package dev.vertxmesh.samples;

/** Methods over simple values; each {@code echo…} returns its argument untouched. */
public interface Echoes {
  String echo(String value);

  byte echoByte(byte value);

  short echoShort(short value);

  int echoInt(int value);

  long echoLong(long value);

  float echoFloat(float value);

  double echoDouble(double value);

  char echoChar(char value);

  boolean echoBoolean(boolean value);

  Integer echoInteger(Integer value);

  /** Meant for values beyond 2^53, which a double would round. */
  Long echoBoxedLong(Long value);

  Boolean echoBoxedBoolean(Boolean value);

  Double echoBoxedDouble(Double value);

  /** The letters as a string: a {@code char[]} must not arrive as a String. */
  String letters(char[] letters);

  /** The letters the other way round. */
  char[] turnedLetters(char[] letters);

  /** Its UTF-16 code units as numbers: what exactly arrived. */
  int[] units(String text);

  /** The string of these UTF-16 code units, which may have surrogates without their partners. */
  String ofUnits(int[] units);

  /** The text so many times. */
  String repeated(String text, int times);

  /** So many bytes, counting up. */
  byte[] bytes(int size);

  /** {@code text + number + flag}. */
  String concat(String text, int number, boolean flag);

  /** Always null. */
  String nothing();

  /** Does nothing and returns nothing. */
  void touch();

  /** {@code "int 5"}: which of the overloads was called, and with what. */
  String describe(int value);

  String describe(long value);

  String describe(Integer value);

  String describe(String value);

  String describe(String value, int times);

  String describe(User value);

  /** Without arguments. */
  String describe();

  /** A default method. */
  default String greet(String name) {
    return "Hello, " + echo(name);
  }
}
