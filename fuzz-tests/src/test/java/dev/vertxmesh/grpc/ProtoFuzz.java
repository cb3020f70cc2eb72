package dev.vertxmesh.grpc;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Protobuf's fields, and the messages of reflection and health: read or refused with an
 * IllegalArgumentException; what protobuf itself reads is read, with the same fields; and a
 * question written and read again is the same.
 */
class ProtoFuzz {

  /** A file of no bytes takes four, and an array of none is one all the same. */
  private static final Price PRICE = new Price(128);

  @FuzzTest
  void messages(byte[] input) {
    PRICE.hold(input.length, () -> readAll(input));
    UnknownFieldSet real;
    try {
      real = UnknownFieldSet.parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      return;
    }
    boolean hasGroups =
        real.asMap().values().stream().anyMatch(field -> !field.getGroupList().isEmpty());
    if (!hasGroups) { // which nobody writes any more
      List<String> fields = new ArrayList<>();
      Proto.read(input, new Noted(fields));
      Collections.sort(fields);
      Same.expect(fields(real), fields);
    }
  }

  private static void readAll(byte[] input) {
    attempt(() -> Reflection.Answer.of(input));
    attempt(() -> Health.service(input));
    attempt(() -> HealthQuestion.serving(input));
    attempt(
        () -> {
          Reflection.Question question = Reflection.Question.of(input);
          if (question.kind() != Reflection.Kind.FILE_OF_EXTENSION) {
            Reflection.Question again = Reflection.Question.of(question.toBytes());
            Same.expect(question.kind() == Reflection.Kind.OTHER ? again : question, again);
          }
        });
  }

  private static void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      // no message
    }
  }

  private static List<String> fields(UnknownFieldSet set) {
    List<String> fields = new ArrayList<>();
    set.asMap()
        .forEach(
            (number, field) -> {
              field.getVarintList().forEach(value -> fields.add(number + " " + low(value)));
              field
                  .getLengthDelimitedList()
                  .forEach(value -> fields.add(number + " " + List.of(hex(value.toByteArray()))));
            });
    Collections.sort(fields);
    return fields;
  }

  /**
   * Of a tenth byte that has more than the last bit, protobuf for Java makes what no other does.
   */
  private static long low(long value) {
    return value & Long.MAX_VALUE;
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }

  private record Noted(List<String> fields) implements Proto.Fields {
    @Override
    public void number(int field, long value) {
      fields.add(field + " " + low(value));
    }

    @Override
    public void bytes(int field, byte[] value) {
      fields.add(field + " " + List.of(hex(value)));
    }
  }
}
