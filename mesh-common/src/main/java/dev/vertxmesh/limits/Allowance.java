package dev.vertxmesh.limits;

/** How much may be had at a rate. Asked on any thread; nothing is made for a question. */
interface Allowance {

  /**
   * Takes what is asked for, all or nothing.
   *
   * @param now a reading of the agent's clock
   * @return 0 if it was taken; else in how many nanoseconds it can be
   */
  long take(long amount, long now);

  /** What was taken isn't needed. */
  void giveBack(long amount);

  /** Takes what has been had already; what comes next waits for it. */
  void charge(long amount, long now);

  /** Whether it's as if nobody had ever taken of it. */
  boolean isWhole(long now);
}
