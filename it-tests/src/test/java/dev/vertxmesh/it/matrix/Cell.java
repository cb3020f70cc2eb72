package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Samples;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What became of a row in a column.
 *
 * @param word {@code ok}; {@code types}, right with the types, and without them one of the others;
 *     {@code names}, the other way round; {@code refused}, an error for a reason that the docs
 *     give, in the docs' words; {@code as Java}, another result, and a Java caller who makes the
 *     same call in that serialization gets it too, see {@link AsJava}; {@code silent}, no answer to
 *     either; {@code differs}, a result that isn't what a Java caller gets; {@code WRONG}, no
 *     answer that a caller can make anything of
 * @param reasons the marks of the docs' reasons, see {@link Reasons}
 * @param strict what becomes of the same with types if the call is a strict one; with types or
 *     without, that is either right or refused
 * @param how more on what isn't right
 */
record Cell(Row row, Column column, String word, Set<String> reasons, Outcome strict, String how) {

  private static final Set<String> OVERLOADED = Set.of("describe", "find");

  private static final Set<String> REFUSALS =
      Set.of("urn:vertx-mesh:bad-request", "urn:vertx-mesh:serialization");

  /**
   * Where Dubbo 3.3 fails to write its answer, and sends none: a Java caller waits in vain, too.
   */
  private static final Set<String> SILENT = Set.of("String lone surrogates out");

  private static final String SILENCE_MILLIS = "5000";

  enum Kind {
    OK(false),
    REFUSED(false),
    AS_JAVA(true),
    SILENT(true),
    DIFFERS(true),
    WRONG(true);

    /** What a strict call may not end with. */
    private final boolean guesses;

    Kind(boolean guesses) {
      this.guesses = guesses;
    }
  }

  /** What became of one call. */
  record Outcome(Kind kind, Set<String> reasons, String how) {}

  /** Makes the call with its types and, where the name is enough, without. */
  static Cell of(Row row, Column column, Http http, AsJava java) {
    Row asked = isSilent(row, column) ? row.header("x-mesh-timeout", SILENCE_MILLIS) : row;
    Outcome typed = outcome(asked, true, http, java);
    Outcome untyped = OVERLOADED.contains(row.method()) ? typed : outcome(asked, false, http, java);
    Row strictly = asked.header("x-mesh-strict", "true");
    Outcome strictTyped = outcome(strictly, true, http, null);
    Outcome strictUntyped =
        OVERLOADED.contains(row.method()) ? strictTyped : outcome(strictly, false, http, null);
    Set<String> reasons = new TreeSet<>();
    List<Outcome> all = List.of(typed, untyped, strictTyped, strictUntyped);
    all.subList(0, 2).forEach(outcome -> reasons.addAll(outcome.reasons));
    String how = all.stream().map(Outcome::how).distinct().collect(Collectors.joining());
    boolean guesses =
        Stream.of(strictTyped, strictUntyped).anyMatch(outcome -> outcome.kind.guesses);
    String word = guesses ? "WRONG" : word(typed.kind, untyped.kind);
    return new Cell(row, column, word, reasons, strictTyped, how);
  }

  /** Whether all of the time is waited for. */
  private static boolean isSilent(Row row, Column column) {
    return SILENT.contains(row.name()) && column.serialization().equals("fastjson2");
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

  /**
   * @param java null if it doesn't matter what a Java caller gets
   */
  private static Outcome outcome(Row row, boolean typed, Http http, AsJava java) {
    Answer answer = call(row, typed ? row.typed() : row.args(), http);
    if (matches(row.expected(), answer)) {
      return new Outcome(Kind.OK, Set.of(), "");
    }
    Kind kind = kind(row, answer);
    if (kind == Kind.DIFFERS && java != null && java.getsTheSame(row, typed, answer)) {
      kind = Kind.AS_JAVA;
    }
    Set<String> reasons =
        switch (kind) {
          case REFUSED -> Reasons.DOCUMENTED.of(answer.detail());
          case AS_JAVA, SILENT -> Reasons.DOCUMENTED.of(row);
          default -> Set.of();
        };
    return new Outcome(
        reasons.isEmpty() && kind != Kind.WRONG ? Kind.DIFFERS : kind,
        reasons,
        (typed ? "typed " : "untyped ") + answer + " ");
  }

  private static Kind kind(Row row, Answer answer) {
    if (answer.status() == 200) {
      return Kind.DIFFERS;
    } else if (!answer.header("content-type").equals("application/problem+json")) {
      return Kind.WRONG;
    }
    String type = answer.problem().getString("type");
    if (type.equals("urn:vertx-mesh:exception")) {
      return isTheRightOne(row, answer) ? Kind.REFUSED : Kind.DIFFERS;
    } else if (type.equals("urn:vertx-mesh:timeout") && SILENT.contains(row.name())) {
      return Kind.SILENT;
    }
    return REFUSALS.contains(type) ? Kind.REFUSED : Kind.WRONG;
  }

  /** An exception of which something is missing, and the detail says so. */
  private static boolean isTheRightOne(Row row, Answer answer) {
    return row.expected() instanceof Expected.Problem problem
        && answer.detail().contains(problem.detail());
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

  boolean isStrictlyOk() {
    return strict.kind == Kind.OK;
  }

  /** What nobody may get. */
  boolean isWrong() {
    return word.equals("WRONG") || word.equals("differs");
  }

  /** The word, and the marks of its reasons. */
  String shown() {
    return isOk() ? "." : (word + " " + String.join(",", reasons)).strip();
  }
}
