package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Samples;
import java.util.Locale;
import java.util.Set;

/**
 * What became of a row in a column.
 *
 * @param word {@code ok}; {@code types}, right with the types, and without them refused or as Java;
 *     {@code names}, the other way round; {@code refused}; {@code as Java}, another result, and a
 *     Java caller who makes the same call in that serialization gets it too, see {@link AsJava};
 *     {@code differs}, a result that isn't what a Java caller gets; {@code WRONG}, no answer that a
 *     caller can make anything of
 * @param how more on what isn't right
 */
record Cell(Row row, Column column, String word, String how) {

  private static final Set<String> OVERLOADED = Set.of("describe", "find");

  private static final Set<String> REFUSALS =
      Set.of("urn:vertx-mesh:bad-request", "urn:vertx-mesh:serialization");

  /**
   * Where Dubbo 3.3 fails to write its answer, and sends none: a Java caller waits in vain, too.
   */
  private static final Set<String> SILENT = Set.of("String lone surrogates out");

  private enum Kind {
    OK,
    REFUSED,
    AS_JAVA,
    DIFFERS,
    WRONG
  }

  private record Outcome(Kind kind, String how) {}

  /** Makes the call with its types and, where the name is enough, without. */
  static Cell of(Row row, Column column, Http http, AsJava java) {
    Outcome typed = outcome(row, true, http, java);
    Outcome untyped = OVERLOADED.contains(row.method()) ? typed : outcome(row, false, http, java);
    return new Cell(row, column, word(typed.kind, untyped.kind), typed.how + untyped.how);
  }

  private static String word(Kind typed, Kind untyped) {
    if (typed == Kind.WRONG || untyped == Kind.WRONG) {
      return "WRONG";
    } else if (typed == Kind.DIFFERS || untyped == Kind.DIFFERS) {
      return "differs";
    } else if (typed == Kind.OK && untyped != Kind.OK) {
      return "types";
    } else if (typed == Kind.AS_JAVA || untyped == Kind.AS_JAVA) {
      return "as Java";
    } else if (typed == untyped) {
      return typed.name().toLowerCase(Locale.ROOT);
    }
    return "names";
  }

  private static Outcome outcome(Row row, boolean typed, Http http, AsJava java) {
    Answer answer = call(row, typed ? row.typed() : row.args(), http);
    if (matches(row.expected(), answer)) {
      return new Outcome(Kind.OK, "");
    }
    Kind kind = kind(row, answer);
    if (kind == Kind.DIFFERS && java.getsTheSame(row, typed, answer)) {
      kind = Kind.AS_JAVA;
    }
    return new Outcome(kind, (typed ? "typed " : "untyped ") + answer + " ");
  }

  private static Kind kind(Row row, Answer answer) {
    if (answer.status() == 200) {
      return Kind.DIFFERS;
    } else if (!answer.header("content-type").equals("application/problem+json")) {
      return Kind.WRONG;
    }
    String type = answer.problem().getString("type");
    if (type.equals("urn:vertx-mesh:exception")) {
      return Kind.DIFFERS;
    }
    boolean isSilence = type.equals("urn:vertx-mesh:timeout") && SILENT.contains(row.name());
    return isSilence || REFUSALS.contains(type) ? Kind.REFUSED : Kind.WRONG;
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

  /** What nobody may get. */
  boolean isWrong() {
    return word.equals("WRONG") || word.equals("differs");
  }
}
