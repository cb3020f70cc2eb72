package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Samples;
import java.util.Set;

/** What became of a row in a column: {@code ok}, {@code refused: why}, or {@code WRONG: how}. */
record Cell(Row row, Column column, String text) {

  private static final String WRONG = "WRONG: ";
  private static final Set<String> OVERLOADED = Set.of("describe", "find");

  /** Makes the call with its types and, where the name is enough, without. */
  static Cell of(Row row, Column column, Http http) {
    Row.Refusal refusal = row.refusal(column);
    Expected expected = refusal == null ? row.expected() : refusal.expected();
    String wrong = wrong("typed ", expected, call(row, row.typed(), http));
    if (!OVERLOADED.contains(row.method())) {
      wrong += wrong("untyped ", expected, call(row, row.args(), http));
    }
    if (!wrong.isEmpty()) {
      return new Cell(row, column, WRONG + wrong.strip());
    }
    return new Cell(row, column, refusal == null ? "ok" : "refused: " + refusal.reason());
  }

  private static Answer call(Row row, String body, Http http) {
    if (row.first() != null) {
      call(row.first(), row.first().typed(), http);
    }
    return http.json(Samples.USERS, row.method(), body, row.headers().toArray(String[]::new));
  }

  private static String wrong(String how, Expected expected, Answer answer) {
    return matches(expected, answer) ? "" : how + answer + " ";
  }

  private static boolean matches(Expected expected, Answer answer) {
    try {
      return expected.matches(answer);
    } catch (IllegalArgumentException e) { // the answer isn't JSON
      return false;
    }
  }

  boolean isWrong() {
    return text.startsWith(WRONG);
  }
}
