package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Samples;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What became of a row in a column.
 *
 * @param word {@code ok}; {@code types}, right with the types and refused without; {@code names},
 *     the other way round; {@code refused}; {@code as Java}, what a Java program with that
 *     serialization gets from that provider, which isn't what the method returned; {@code differs},
 *     a result that isn't what a Java caller gets; {@code WRONG}, no answer that a caller can make
 *     anything of
 * @param how more on what isn't right
 */
record Cell(Row row, Column column, String word, String how) {

  private static final Set<String> OVERLOADED = Set.of("describe", "find");

  private enum Kind {
    OK,
    REFUSED,
    AS_JAVA,
    DIFFERS,
    WRONG
  }

  private record Outcome(Kind kind, String how) {}

  /**
   * Makes the call with its types and, where the name is enough, without.
   *
   * @param java what Java programs get, as JSON by the rows' names
   */
  static Cell of(Row row, Column column, Http http, Map<String, String> java) {
    String same = java.get(row.name());
    Outcome typed = outcome(row, same, "typed", row.typed(), http);
    Outcome untyped =
        OVERLOADED.contains(row.method()) ? typed : outcome(row, same, "untyped", row.args(), http);
    return new Cell(row, column, word(typed.kind, untyped.kind), typed.how + untyped.how);
  }

  private static String word(Kind typed, Kind untyped) {
    if (typed == Kind.WRONG || untyped == Kind.WRONG) {
      return "WRONG";
    } else if (typed == untyped) {
      return typed == Kind.AS_JAVA ? "as Java" : typed.name().toLowerCase(Locale.ROOT);
    } else if (typed == Kind.OK && untyped == Kind.REFUSED) {
      return "types";
    }
    return typed == Kind.REFUSED && untyped == Kind.OK ? "names" : "differs";
  }

  private static Outcome outcome(Row row, String java, String form, String body, Http http) {
    Answer answer = call(row, body, http);
    if (matches(row.expected(), answer)) {
      return new Outcome(Kind.OK, "");
    } else if (java != null && matches(new Expected.Exactly(java), answer)) {
      return new Outcome(Kind.AS_JAVA, form + " " + answer + " ");
    }
    return new Outcome(kind(row, answer), form + " " + answer + " ");
  }

  private static Kind kind(Row row, Answer answer) {
    if (answer.status() == 200) {
      return Kind.DIFFERS;
    } else if (!answer.header("content-type").equals("application/problem+json")) {
      return Kind.WRONG;
    }
    String type = answer.problem().getString("type");
    boolean threw = type.endsWith(":exception");
    boolean isMeantToThrow = row.expected() instanceof Expected.Problem;
    return threw && isMeantToThrow
        ? Kind.DIFFERS
        : type.endsWith(":internal") ? Kind.WRONG : Kind.REFUSED;
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

  boolean isOk() {
    return word.equals("ok");
  }

  /** What nobody may get: of hessian2 the words say which results differ, and from what. */
  boolean isWrong() {
    boolean differs = word.equals("differs") && !column.serialization().equals("hessian2");
    return differs || word.equals("WRONG");
  }
}
