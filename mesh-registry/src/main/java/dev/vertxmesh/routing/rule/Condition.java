package dev.vertxmesh.routing.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An expression such as {@code method=get*,find & region!=hangzhou}. */
final class Condition {

  /** Of everybody. */
  static final Condition ALWAYS = new Condition(List.of());

  private static final Pattern TERM = Pattern.compile("([&!=,]*)\\s*([^&!=,\\s]+)");
  private static final Pattern ARGUMENT = Pattern.compile("arguments\\[([0-9]{1,3})]");
  private static final Pattern ATTACHMENT = Pattern.compile("attachments\\[([^]]{1,200})]");

  /** All values of one name. */
  private record Term(String name, List<String> matches, List<String> mismatches) {

    boolean holds(String value, UnaryOperator<String> caller, boolean unsure) {
      if (value == null || matches.isEmpty() && mismatches.isEmpty()) {
        return false;
      }
      for (String mismatch : mismatches) {
        if (ValuePattern.matches(mismatch, value, caller, unsure)) {
          return false;
        }
      }
      for (String match : matches) {
        if (ValuePattern.matches(match, value, caller, unsure)) {
          return true;
        }
      }
      return matches.isEmpty();
    }
  }

  private final List<Term> terms;

  private Condition(List<Term> terms) {
    this.terms = terms;
  }

  /**
   * @throws IllegalArgumentException with what is wrong
   */
  static Condition parse(String text) {
    Map<String, Term> terms = new LinkedHashMap<>();
    Term term = null;
    List<String> values = null;
    Matcher matcher = TERM.matcher(text);
    while (matcher.find()) {
      String content = matcher.group(2);
      switch (matcher.group(1)) {
        case "" -> {
          term = new Term(content, new ArrayList<>(), new ArrayList<>());
          terms.put(content, term);
        }
        case "&" ->
            term =
                terms.computeIfAbsent(
                    content, name -> new Term(name, new ArrayList<>(), new ArrayList<>()));
        case "=", "!=" -> {
          values = valuesOf(term, matcher.group(1), text);
          values.add(content);
        }
        case "," -> {
          if (values == null) {
            throw wrong(text, ",", content);
          }
          values.add(content);
        }
        default -> throw wrong(text, matcher.group(1), content);
      }
    }
    return new Condition(List.copyOf(terms.values()));
  }

  private static List<String> valuesOf(Term term, String sign, String text) {
    if (term == null) {
      throw wrong(text, sign, "a name");
    }
    return sign.equals("=") ? term.matches() : term.mismatches();
  }

  private static IllegalArgumentException wrong(String text, String sign, String before) {
    return new IllegalArgumentException(
        "the condition '%s' has '%s' before '%s', where it means nothing"
            .formatted(text, sign, before));
  }

  /** What it asks about who calls, by {@code $NAME}. */
  List<String> namesOfCaller() {
    return terms.stream()
        .flatMap(term -> Stream.concat(term.matches().stream(), term.mismatches().stream()))
        .filter(value -> value.startsWith("$"))
        .map(value -> value.substring(1))
        .distinct()
        .toList();
  }

  boolean holds(RouteRequest request) {
    for (Term term : terms) {
      if (!term.holds(valueOf(term.name(), request), null, false)) {
        return false;
      }
    }
    return true;
  }

  private static String valueOf(String name, RouteRequest request) {
    if (name.equals("method") || name.equals("methods")) {
      return request.method();
    }
    Matcher argument = name.startsWith("arguments[") ? ARGUMENT.matcher(name) : null;
    if (argument != null && argument.matches()) {
      return request.argument(Integer.parseInt(argument.group(1)));
    }
    Matcher attachment = name.startsWith("attachments[") ? ATTACHMENT.matcher(name) : null;
    return attachment != null && attachment.matches()
        ? request.attachment(attachment.group(1))
        : request.parameter(name);
  }

  /**
   * @param caller null where nobody calls yet
   */
  boolean holds(RouteCandidate candidate, RouteRequest caller) {
    UnaryOperator<String> parameters = caller == null ? null : caller::parameter;
    for (Term term : terms) {
      if (!term.holds(candidate.value(term.name()), parameters, true)) {
        return false;
      }
    }
    return true;
  }
}
