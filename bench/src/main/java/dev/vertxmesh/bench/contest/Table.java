package dev.vertxmesh.bench.contest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Rows of text in columns as wide as their widest cell; the first is set left, others right. */
public final class Table {
  private final List<String[]> rows = new ArrayList<>();

  public Table row(Object... cells) {
    rows.add(Arrays.stream(cells).map(Table::cell).toArray(String[]::new));
    return this;
  }

  private static String cell(Object value) {
    return value instanceof Double number ? number(number) : String.valueOf(value);
  }

  /** Whole numbers with separators from 1,000 on, else two places; a dash for what there isn't. */
  public static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.2f", value);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.length; column++) {
        String format = "%" + (column == 0 ? "-" : "") + width(column) + "s  ";
        line.append(String.format(Locale.ROOT, format, row[column]));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.length > column)
        .mapToInt(row -> Math.max(1, row[column].length()))
        .max()
        .orElse(1);
  }
}
