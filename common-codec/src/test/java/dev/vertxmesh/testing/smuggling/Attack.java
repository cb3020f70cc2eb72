package dev.vertxmesh.testing.smuggling;

import java.nio.charset.StandardCharsets;

/**
 * Bytes of one connection.
 *
 * @param text a character is a byte
 * @param right how many requests are right, before one that isn't or in all
 * @param status what the one that isn't is to be refused with; 0 if all are right
 */
public record Attack(String name, String text, int right, int status) {

  public byte[] bytes() {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return name;
  }
}
