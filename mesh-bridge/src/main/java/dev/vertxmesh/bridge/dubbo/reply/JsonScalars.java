package dev.vertxmesh.bridge.dubbo.reply;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Date;

/** Writes the names and values of a result that have nothing in them. */
record JsonScalars(JsonGenerator json) {

  /** Escapes all but ASCII, for strings that UTF-8 can't hold. */
  private static final int ESCAPE = 0x7f;

  /** False if the value is of another kind, and then nothing is written. */
  boolean write(Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof String text) {
      writeString(text);
    } else if (value instanceof Integer number) {
      json.writeNumber(number);
    } else if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof Double number) {
      writeDouble(number);
    } else if (value instanceof BigDecimal number) {
      json.writeNumber(number);
    } else if (value instanceof BigInteger number) {
      json.writeNumber(number);
    } else if (value instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (value instanceof Date date) {
      json.writeString(text(date));
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else {
      return false;
    }
    return true;
  }

  /** ISO 8601 in UTC. */
  static String text(Date date) {
    return Instant.ofEpochMilli(date.getTime()).toString();
  }

  void writeName(String name) throws IOException {
    forSurrogates(name);
    json.writeFieldName(name);
    json.setHighestNonEscapedChar(0);
  }

  private void writeString(String text) throws IOException {
    forSurrogates(text);
    json.writeString(text);
    json.setHighestNonEscapedChar(0);
  }

  private void writeDouble(double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumber(number);
    } else {
      json.writeString(String.valueOf(number));
    }
  }

  /** An unpaired surrogate is a string's right in Java and JSON, but not in UTF-8. */
  private void forSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean paired = Character.isSupplementaryCodePoint(text.codePointAt(i));
        if (!paired) {
          json.setHighestNonEscapedChar(ESCAPE);
          return;
        }
        i++;
      }
    }
  }
}
