package dev.vertxmesh.bench.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * What lies across a plot; 0 is its left, 1 its right.
 *
 * @param places where the values stand, in their order
 * @param marks what is written under it
 */
public record Across(double[] places, List<Mark> marks) {

  /** A word and where it stands. */
  public record Mark(double place, String label) {}

  /** Time from 0, a value at the end of each slice, a mark every ten seconds. */
  static Across seconds(double seconds, double slice) {
    double[] places = new double[(int) Math.ceil(seconds / slice)];
    for (int i = 0; i < places.length; i++) {
      places[i] = (i + 1) * slice / seconds;
    }
    List<Mark> marks = new ArrayList<>();
    for (int second = 0; second <= seconds; second += 10) {
      marks.add(new Mark(second / seconds, second + (second == 0 ? " s" : "")));
    }
    return new Across(places, marks);
  }

  /** As many steps of one width as there are labels, from 1. */
  public static Across steps(List<String> labels) {
    double[] places = new double[labels.size()];
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      places[i] = (i + 0.5) / places.length;
      marks.add(new Mark(places[i], labels.get(i)));
    }
    return new Across(places, marks);
  }
}
