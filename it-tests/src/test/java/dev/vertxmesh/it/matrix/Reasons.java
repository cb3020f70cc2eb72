package dev.vertxmesh.it.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Why something isn't right, as docs/dubbo.md has it: the tables below the matrix, whose rows begin
 * with a number or a letter. After a number the second column quotes what the detail of an error
 * says; after a letter it names the rows of the matrix of which no error can tell.
 */
final class Reasons {

  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  static final Reasons DOCUMENTED = new Reasons(Path.of("..", "docs", "dubbo.md"));

  /**
   * @param mark the number or letter
   * @param quoted words of details, or names of rows
   */
  private record Reason(String mark, List<String> quoted) {

    boolean isOfRows() {
      return Character.isLetter(mark.charAt(0));
    }

    static Reason parse(String line) {
      String[] columns = line.split("\\|");
      List<String> quoted =
          QUOTED.matcher(columns[2]).results().map((MatchResult found) -> found.group(1)).toList();
      return new Reason(columns[1].strip(), quoted);
    }
  }

  private final List<Reason> all;

  private Reasons(Path docs) {
    try {
      String text = Files.readString(docs);
      all =
          text.substring(text.indexOf("```matrix"))
              .lines()
              .filter(line -> line.matches("\\| [0-9A-Z]+ \\|.*"))
              .map(Reason::parse)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The numbers of the reasons whose words the detail of an error has. */
  Set<String> of(String detail) {
    return all.stream()
        .filter(reason -> !reason.isOfRows() && reason.quoted.stream().anyMatch(detail::contains))
        .map(Reason::mark)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The letters of the reasons that name the row. */
  Set<String> of(Row row) {
    return all.stream()
        .filter(reason -> reason.isOfRows() && reason.quoted.contains(row.name()))
        .map(Reason::mark)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Those that are given for nothing. */
  List<String> besides(Collection<String> used) {
    return all.stream().map(Reason::mark).filter(mark -> !used.contains(mark)).toList();
  }
}
