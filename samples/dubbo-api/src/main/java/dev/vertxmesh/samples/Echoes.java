package dev.vertxmesh.samples;

import java.util.List;

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

  byte[] reverse(byte[] bytes);

  int[] sorted(int[] numbers);

  String[] upper(String[] words);

  /** The letters as a string: a {@code char[]} must not arrive as a String. */
  String letters(char[] letters);

  /** {@code text + number + flag}. */
  String concat(String text, int number, boolean flag);

  /** Joins with commas; fails if an element isn't a String, whatever the list says. */
  String join(List<String> words);

  /** Adds up; fails if an element isn't a Long, whatever the list says. */
  long sum(List<Long> numbers);

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
}
