package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Echoes;
import dev.vertxmesh.samples.User;

/** The simple methods; each call is counted. */
class CountedEchoes implements Echoes {
  final CallCount calls;

  CountedEchoes(CallCount calls) {
    this.calls = calls;
  }

  final <T> T counted(T value) {
    calls.add();
    return value;
  }

  @Override
  public String echo(String value) {
    return counted(value);
  }

  @Override
  public byte echoByte(byte value) {
    return counted(value);
  }

  @Override
  public short echoShort(short value) {
    return counted(value);
  }

  @Override
  public int echoInt(int value) {
    return counted(value);
  }

  @Override
  public long echoLong(long value) {
    return counted(value);
  }

  @Override
  public float echoFloat(float value) {
    return counted(value);
  }

  @Override
  public double echoDouble(double value) {
    return counted(value);
  }

  @Override
  public char echoChar(char value) {
    return counted(value);
  }

  @Override
  public boolean echoBoolean(boolean value) {
    return counted(value);
  }

  @Override
  public Integer echoInteger(Integer value) {
    return counted(value);
  }

  @Override
  public Long echoBoxedLong(Long value) {
    return counted(value);
  }

  @Override
  public Boolean echoBoxedBoolean(Boolean value) {
    return counted(value);
  }

  @Override
  public Double echoBoxedDouble(Double value) {
    return counted(value);
  }

  @Override
  public String letters(char[] letters) {
    return counted(new String(letters));
  }

  @Override
  public char[] turnedLetters(char[] letters) {
    char[] turned = new char[letters.length];
    for (int i = 0; i < letters.length; i++) {
      turned[i] = letters[letters.length - 1 - i];
    }
    return counted(turned);
  }

  @Override
  public int[] units(String text) {
    return counted(text.chars().toArray());
  }

  @Override
  public String ofUnits(int[] units) {
    StringBuilder text = new StringBuilder(units.length);
    for (int unit : units) {
      text.append((char) unit);
    }
    return counted(text.toString());
  }

  @Override
  public String repeated(String text, int times) {
    return counted(text.repeat(times));
  }

  @Override
  public byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) i;
    }
    return counted(bytes);
  }

  @Override
  public String concat(String text, int number, boolean flag) {
    return counted(text + number + flag);
  }

  @Override
  public String nothing() {
    return counted(null);
  }

  @Override
  public void touch() {
    calls.add();
  }

  @Override
  public String describe(int value) {
    return counted("int " + value);
  }

  @Override
  public String describe(long value) {
    return counted("long " + value);
  }

  @Override
  public String describe(Integer value) {
    return counted("Integer " + value);
  }

  @Override
  public String describe(String value) {
    return counted("String " + value);
  }

  @Override
  public String describe(String value, int times) {
    return counted("String " + value + " x " + times);
  }

  @Override
  public String describe(User value) {
    return counted(value.getClass().getSimpleName() + " " + value.getName());
  }

  @Override
  public String describe() {
    return counted("nothing");
  }
}
