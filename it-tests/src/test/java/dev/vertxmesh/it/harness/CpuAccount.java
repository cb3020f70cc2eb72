package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * The CPU time that a class of tests takes, with all processes that it starts: {@code
 * target/cpu-by-class.txt}, a line each with seconds and the class's name. {@code ./mesh-test}
 * shows the largest at its end. Containers aren't in it, as their parent is Docker's.
 */
final class CpuAccount {

  private static final Path SELF = Path.of("/proc/self/stat");
  private static final Path FILE = Path.of("target", "cpu-by-class.txt");

  /** Of user, system, and the same of children that have ended, behind the name in brackets. */
  private static final int FIRST = 11;

  private static final int COUNT = 4;

  /** What Linux counts these in, on every machine: USER_HZ. */
  private static final double TICKS_A_SECOND = 100;

  private final double before;

  private CpuAccount(double before) {
    this.before = before;
  }

  /** When the class begins; one class at a time runs in a JVM. */
  static CpuAccount open() {
    return new CpuAccount(seconds());
  }

  /** When its processes have ended. */
  void close(String testClass) {
    String line = String.format(Locale.ROOT, "%.1f %s%n", seconds() - before, testClass);
    try {
      Files.writeString(FILE, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of this process and its children; 0 where there's no /proc. */
  private static double seconds() {
    if (!Files.exists(SELF)) {
      return 0;
    }
    try {
      String stat = Files.readString(SELF);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      double ticks = 0;
      for (int i = FIRST; i < FIRST + COUNT; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / TICKS_A_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
