package dev.vertxmesh.samples.compare;

import java.io.PrintStream;
import java.util.function.Function;

/**
 * Makes calls in two ways and prints where they differ.
 *
 * <pre>
 * differs: find by id
 *   direct: ...
 *   mesh:   ...
 * compared: 112, different: 1
 * </pre>
 */
public final class Comparison {

  private final Function<Throwable, String> remoting;
  private final PrintStream out;
  private int compared;
  private int different;

  /**
   * @param remoting what is to be compared of an exception that is the way's own and not the
   *     method's; null for the method's
   */
  public Comparison(Function<Throwable, String> remoting, PrintStream out) {
    this.remoting = remoting;
    this.out = out;
  }

  /** Makes a call in both ways. */
  public <S> void compare(String name, Probe<S> probe, S direct, S mesh) {
    String expected = outcome(probe, direct);
    String got = outcome(probe, mesh);
    compared++;
    if (!expected.equals(got)) {
      different++;
      out.println("differs: " + name);
      out.println("  direct: " + expected);
      out.println("  mesh:   " + got);
    }
  }

  private <S> String outcome(Probe<S> probe, S service) {
    try {
      return Rendering.of(probe.call(service));
    } catch (Throwable e) {
      String own = remoting.apply(e);
      return "thrown: " + (own == null ? Rendering.ofThrown(e) : own);
    }
  }

  /** Prints the sum; whether there was no difference. */
  public boolean report() {
    out.println("compared: " + compared + ", different: " + different);
    return compared > 0 && different == 0;
  }
}
