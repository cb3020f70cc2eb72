package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Echoes;
import dev.vertxmesh.samples.User;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
  public byte[] reverse(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return counted(reversed);
  }

  @Override
  public int[] sorted(int[] numbers) {
    int[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return counted(sorted);
  }

  @Override
  public String[] upper(String[] words) {
    return counted(
        Arrays.stream(words).map(word -> word.toUpperCase(Locale.ROOT)).toArray(String[]::new));
  }

  @Override
  public String letters(char[] letters) {
    return counted(new String(letters));
  }

  @Override
  public String concat(String text, int number, boolean flag) {
    return counted(text + number + flag);
  }

  @Override
  public String join(List<String> words) {
    StringBuilder joined = new StringBuilder();
    for (String word : words) { // the loop's cast is what notices a wrong element
      joined.append(joined.isEmpty() ? "" : ",").append(word);
    }
    return counted(joined.toString());
  }

  @Override
  public long sum(List<Long> numbers) {
    long sum = 0;
    for (Long number : numbers) {
      sum += number;
    }
    return counted(sum);
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
}
