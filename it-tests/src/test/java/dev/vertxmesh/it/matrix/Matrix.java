package dev.vertxmesh.it.matrix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cells so far, as a table for people. */
final class Matrix {

  private static final Path FOLDER = Path.of("target");
  private static final int SHOWN = 400;

  private final List<Cell> cells = new ArrayList<>();

  synchronized void add(Cell cell) {
    cells.add(cell);
  }

  synchronized List<Cell> wrong(Column column) {
    return cells.stream().filter(cell -> cell.column().equals(column) && cell.isWrong()).toList();
  }

  /** The marks of all reasons that a cell has. */
  synchronized Set<String> reasons() {
    return cells.stream()
        .flatMap(cell -> Stream.of(cell.reasons(), cell.strict().reasons()))
        .flatMap(Set::stream)
        .collect(Collectors.toSet());
  }

  /** What isn't right everywhere in these columns, as docs/dubbo.md shows it. */
  synchronized String shown(List<Column> columns) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      shown.append("%d  %-20s %s%n".formatted(i + 1, columns.get(i), okOf(columns.get(i))));
    }
    shown.append('\n').append("%-34s".formatted(""));
    for (int i = 0; i < columns.size(); i++) {
      shown.append("%-12d".formatted(i + 1));
    }
    for (Row row : cells.stream().map(Cell::row).distinct().toList()) {
      List<String> words = columns.stream().map(column -> word(row, column, Cell::shown)).toList();
      if (!words.stream().allMatch("."::equals)) {
        shown.append("\n%-34s".formatted(row.name()));
        words.forEach(word -> shown.append("%-12s".formatted(word)));
      }
    }
    return shown.toString().lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }

  /**
   * Prints the table to stdout and, with what the documentation shows of it, into the module's
   * target.
   *
   * @param name of the documentation's block, and of the files
   */
  synchronized void print(String name) {
    List<Column> columns = cells.stream().map(Cell::column).distinct().toList();
    StringBuilder table = new StringBuilder(line("", columns.stream().map(Column::toString)));
    for (Row row : cells.stream().map(Cell::row).distinct().toList()) {
      table.append(line(row.name(), columns.stream().map(column -> word(row, column, Cell::word))));
    }
    table.append(line("ok", columns.stream().map(this::okOf))).append('\n');
    cells.stream().filter(cell -> !cell.isOk()).forEach(cell -> note(table, cell));
    System.out.println(table);
    try {
      Files.writeString(FOLDER.resolve(name + ".txt"), table);
      Files.writeString(FOLDER.resolve(name + "-shown.txt"), shown(columns));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What docs/dubbo.md shows in a block of this name. */
  static String documented(String block) {
    try {
      String docs = Files.readString(Path.of("..", "docs", "dubbo.md"));
      String begin = "```" + block + "\n";
      int from = docs.indexOf(begin) + begin.length();
      return docs.substring(from, docs.indexOf("\n```", from));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String line(String name, Stream<String> words) {
    return "%-44s".formatted(name)
        + words.map("%-21s"::formatted).collect(Collectors.joining()).stripTrailing()
        + "\n";
  }

  private String word(Row row, Column column, Function<Cell, String> word) {
    return cells.stream()
        .filter(cell -> cell.row().equals(row) && cell.column().equals(column))
        .map(word)
        .findFirst()
        .orElse("-");
  }

  private String okOf(Column column) {
    List<Cell> all = cells.stream().filter(cell -> cell.column().equals(column)).toList();
    long ok = all.stream().filter(cell -> cell.isOk()).count();
    long strict = all.stream().filter(Cell::isStrictlyOk).count();
    return ok + " of " + all.size() + ", strict " + strict;
  }

  private static void note(StringBuilder table, Cell cell) {
    String text = cell.word() + ": " + cell.how().replace('\n', ' ');
    table
        .append(cell.row().name() + ", " + cell.column() + ": ")
        .append(text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text)
        .append('\n');
  }
}
