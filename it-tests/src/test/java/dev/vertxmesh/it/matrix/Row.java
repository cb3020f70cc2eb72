package dev.vertxmesh.it.matrix;

import java.util.ArrayList;
import java.util.List;

/**
 * A call, and what it should give.
 *
 * @param name as the table calls it
 * @param types a JSON array
 * @param args a JSON array
 * @param expectedOf26 by a provider of Dubbo 2.6, null if it's the same
 * @param headers names and values in turn
 * @param first a call that is made before each, null for none; its answer doesn't matter
 */
record Row(
    String name,
    String method,
    String types,
    String args,
    Expected expected,
    Expected expectedOf26,
    List<String> headers,
    Row first) {

  /**
   * Answers with exactly this JSON.
   *
   * @param types with commas between them, as Java source writes them
   * @param args a JSON array, with ' for "
   * @param json the result, with ' for "
   */
  static Row row(String name, String method, String types, String args, String json) {
    return row(name, method, types, args, new Expected.Exactly(quoted(json)));
  }

  static Row row(String name, String method, String types, String args, Expected expected) {
    String all = types.isEmpty() ? "[]" : "[\"" + types.replace(",", "\",\"") + "\"]";
    return new Row(name, method, all, quoted(args), expected, null, List.of(), null);
  }

  /** Has at least these members, written with ' for ". */
  static Expected members(String json) {
    return new Expected.Members(quoted(json));
  }

  /** The method threw this; the exception's members are written with ' for ". */
  static Expected thrown(String detail, String exception) {
    return new Expected.Problem("exception", detail, quoted(exception));
  }

  /** This string as JSON, of which every ' is to become a ". */
  static String text(String value) {
    return '"'
        + value
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("'", "\\u0027")
            .replace("\0", "\\u0000")
        + '"';
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }

  Row header(String name, String value) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of(name, value));
    return new Row(this.name, method, types, args, expected, expectedOf26, all, first);
  }

  /** What a provider of Dubbo 2.6 itself answers, which can do less. */
  Row of26(String json) {
    Expected other = new Expected.Exactly(quoted(json));
    return new Row(name, method, types, args, expected, other, headers, first);
  }

  Expected expected(Column column) {
    boolean is26 = column.release().startsWith("2.6.");
    return is26 && expectedOf26 != null ? expectedOf26 : expected;
  }

  Row after(Row call) {
    return new Row(name, method, types, args, expected, expectedOf26, headers, call);
  }

  String typed() {
    return "{\"types\":%s,\"args\":%s}".formatted(types, args);
  }
}
