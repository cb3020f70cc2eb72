package dev.vertxmesh.admission;

/** How many calls a provider can have at once, by the number of its threads. */
public final class ProviderThreads {

  /** Dubbo's own number, for a provider that doesn't tell. */
  private static final int DEFAULT = 200;

  private ProviderThreads() {}

  /**
   * Calls in flight, from 1: the threads, less the twentieth of them that have answered and aren't
   * free yet.
   *
   * @param told by the provider; 0 if it doesn't tell
   */
  public static int limit(int told) {
    int threads = told == 0 ? DEFAULT : told;
    return (int) Math.max(1, threads * 19L / 20);
  }
}
