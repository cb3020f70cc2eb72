package dev.vertxmesh.bench.contest;

import java.util.Locale;

/** What the run is at, on stderr: stdout has the results only. */
public final class Progress {
  private Progress() {}

  public static void say(String format, Object... values) {
    System.err.printf(Locale.ROOT, format + "%n", values);
  }
}
