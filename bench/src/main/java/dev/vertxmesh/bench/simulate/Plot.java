package dev.vertxmesh.bench.simulate;

import java.util.Locale;

/** Lines, one chart under the other, as SVG without a script or a font of its own. */
public final class Plot {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 190;
  private static final int LEFT = 60;
  private static final int RIGHT = 20;
  private static final int TOP = 34;
  private static final String[] COLOURS = {
    "#0b6e4f", "#c1440e", "#6d6a75", "#2f5fa8", "#8a4fff", "#b8860b", "#c2185b"
  };

  private final Across across;
  private final StringBuilder body = new StringBuilder();
  private int top = 10;

  /**
   * @param labels of the lines, each with a colour of its own
   */
  public Plot(String title, Across across, String... labels) {
    this.across = across;
    text(LEFT, top + 14, "start", 15, title);
    top += 26;
    double x = LEFT;
    for (int i = 0; i < labels.length; i++) {
      double width = 40 + labels[i].length() * 6.6;
      if (x + width > WIDTH) { // they go on below
        x = LEFT;
        top += 18;
      }
      line(x, top + 8, x + 18, top + 8, COLOURS[i], 3);
      text(x + 23, top + 12, "start", 12, labels[i]);
      x += width;
    }
    top += 10;
  }

  /**
   * Adds a chart.
   *
   * @param values by line, by place
   * @param logarithmic whether the axis is; then it begins with 1
   */
  public void chart(String title, boolean logarithmic, double[]... values) {
    double most = logarithmic ? 10 : 1;
    for (double[] line : values) {
      for (double value : line) {
        most = Math.max(most, value);
      }
    }
    most = logarithmic ? Math.pow(10, Math.ceil(Math.log10(most))) : nice(most);
    int base = top + TOP + HEIGHT;
    text(LEFT, top + TOP - 10, "start", 12, title);
    axis(base, most, logarithmic);
    for (int i = 0; i < values.length; i++) {
      path(values[i], base, most, logarithmic, COLOURS[i]);
    }
    top = base + 26;
  }

  private void axis(int base, double most, boolean logarithmic) {
    int steps = logarithmic ? (int) Math.round(Math.log10(most)) : 4;
    for (int i = 0; i <= steps; i++) {
      double value = logarithmic ? Math.pow(10, i) : most * i / steps;
      double y = base - (double) HEIGHT * i / steps;
      line(LEFT, y, WIDTH - RIGHT, y, "#dddddd", 1);
      text(LEFT - 6, y + 4, "end", 11, number(value));
    }
    for (Across.Mark mark : across.marks()) {
      text(x(mark.place()), base + 16, "middle", 11, mark.label());
    }
  }

  private void path(double[] values, int base, double most, boolean logarithmic, String colour) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      double part =
          logarithmic ? Math.log10(Math.max(1, values[i])) / Math.log10(most) : values[i] / most;
      double y = base - HEIGHT * Math.min(1, part);
      points.append(format("%.0f,%.1f ", x(across.places()[i]), y));
    }
    body.append(
        format(
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" points=\"%s\"/>%n",
            colour, points.toString().strip()));
  }

  private static double x(double place) {
    return LEFT + (WIDTH - LEFT - RIGHT) * place;
  }

  private void line(double x1, double y1, double x2, double y2, String colour, int width) {
    body.append(
        format(
            "<line x1=\"%.0f\" y1=\"%.1f\" x2=\"%.0f\" y2=\"%.1f\" stroke=\"%s\""
                + " stroke-width=\"%d\"/>%n",
            x1, y1, x2, y2, colour, width));
  }

  private void text(double x, double y, String anchor, int size, String text) {
    body.append(
        format(
            "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\" font-size=\"%d\">%s</text>%n",
            x, y, anchor, size, text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  private static double nice(double most) {
    double power = Math.pow(10, Math.floor(Math.log10(most)));
    for (double times : new double[] {1, 2, 4, 6, 8}) {
      if (most <= times * power) {
        return times * power;
      }
    }
    return 10 * power;
  }

  private static String number(double value) {
    return value == Math.rint(value) ? format("%,.0f", value) : format("%.2f", value);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format.replace("%n", "\n"), values);
  }

  @Override
  public String toString() {
    return format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" fill=\"#222222\">%n",
            WIDTH, top)
        + format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, top)
        + body
        + "</svg>\n";
  }
}
