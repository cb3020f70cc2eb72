package dev.vertxmesh.samples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GenericAnswersTest {

  private static String asked(String method, String[] types, Object... arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new Object[] {method, types, arguments});
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray()) + "\n";
  }

  private static Object answered(String line, int count) throws Exception {
    assertThat(line).startsWith("answer " + count + ": ");
    byte[] bytes = Base64.getDecoder().decode(line.substring(line.indexOf(':') + 2));
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  private static Object invoke(String method, String[] types, Object[] arguments) {
    if (method.equals("fail")) {
      throw new IllegalStateException((String) arguments[0]);
    } else if (method.equals("break")) {
      throw new UnsupportedOperationException("not the method's");
    }
    return List.of(method, types == null ? "no types" : types[0], arguments[0]);
  }

  private static String[] classAndMessage(RuntimeException thrown) {
    return thrown instanceof IllegalStateException
        ? new String[] {"a.Told", thrown.getMessage()}
        : null;
  }

  @Test
  void eachLineIsAnsweredByOneOfItsNumber() throws Exception {
    String lines =
        asked("m", new String[] {"int"}, 5)
            + asked("m", null, "a")
            + asked("fail", null, "why")
            + asked("break", null);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    new GenericAnswers(GenericAnswersTest::invoke, GenericAnswersTest::classAndMessage)
        .answer(
            new ByteArrayInputStream(lines.getBytes(StandardCharsets.US_ASCII)),
            new PrintStream(printed, true));
    List<String> answers = printed.toString().lines().toList();
    assertThat(answered(answers.get(0), 1)).isEqualTo(List.of("m", "int", 5));
    assertThat(answered(answers.get(1), 2)).isEqualTo(List.of("m", "no types", "a"));
    assertThat(((Map<?, ?>) answered(answers.get(2), 3)).get("thrown"))
        .isEqualTo(new String[] {"a.Told", "why"});
    assertThat(((Map<?, ?>) answered(answers.get(3), 4)).get("thrown"))
        .isEqualTo(new String[] {"java.lang.UnsupportedOperationException", null});
  }
}
