package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Samples;
import java.util.Set;

/** What became of a row in a column: {@code ok}, {@code refused: why}, or {@code WRONG: how}. */
record Cell(Row row, Column column, String text) {

  private static final String OK = "ok";
  private static final String WRONG = "WRONG: ";
  private static final Set<String> OVERLOADED = Set.of("describe", "find");

  /** Makes the call with its types and, where the name is enough, without. */
  static Cell of(Row row, Column column, Http http) {
    String typed = outcome(row, column, "typed", row.typed(), http);
    if (OVERLOADED.contains(row.method())) {
      return new Cell(row, column, typed);
    }
    String untyped = outcome(row, column, "untyped", row.args(), http);
    return new Cell(row, column, worse(typed, untyped));
  }

  private static String worse(String typed, String untyped) {
    if (typed.startsWith(WRONG)) {
      return untyped.startsWith(WRONG) ? typed + " " + untyped : typed;
    }
    return untyped.equals(OK) ? typed : untyped;
  }

  private static String outcome(Row row, Column column, String form, String body, Http http) {
    Row.Refusal refusal = row.refusal(column, form);
    Answer answer = call(row, body, http);
    if (!matches(refusal == null ? row.expected() : refusal.expected(), answer)) {
      return WRONG + form + " " + answer;
    }
    return refusal == null ? OK : "refused: " + form + ": " + refusal.reason();
  }

  private static Answer call(Row row, String body, Http http) {
    if (row.first() != null) {
      call(row.first(), row.first().typed(), http);
    }
    return http.json(Samples.USERS, row.method(), body, row.headers().toArray(String[]::new));
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
