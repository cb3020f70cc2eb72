package dev.vertxmesh.samples.compare;

import java.io.PrintStream;
import java.util.function.Function;

/**
 * Makes calls in two ways and prints where they differ, and which of them fail on both ways before
 * a method's own outcome arrives.
 *
 * <pre>
 * fails both ways: maybe: thrown: RpcException 1
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
    Outcome expected = outcome(probe, direct);
    Outcome got = outcome(probe, mesh);
    compared++;
    if (!expected.equals(got)) {
      different++;
      out.println("differs: " + name);
      out.println("  direct: " + expected.text);
      out.println("  mesh:   " + got.text);
    } else if (expected.isRemoting) {
      out.println("fails both ways: " + name + ": " + expected.text);
    }
  }

  private <S> Outcome outcome(Probe<S> probe, S service) {
    try {
      return new Outcome(Rendering.of(probe.call(service)), false);
    } catch (Throwable e) {
      String own = remoting.apply(e);
      return new Outcome("thrown: " + (own == null ? Rendering.ofThrown(e) : own), own != null);
    }
  }

  /** What came of a call, and whether it is the way's and not the method's. */
  private record Outcome(String text, boolean isRemoting) {}

  /** Prints the sum; whether there was no difference. */
  public boolean report() {
    out.println("compared: " + compared + ", different: " + different);
    return compared > 0 && different == 0;
  }
}
