package dev.vertxmesh.kvstore.service;

/** When calls get their turns. */
interface Pace {

  /** Runs it once its delay is over; not before this returns unless there is no delay. */
  void pass(Turn turn);

  /** Each as if it were alone. */
  static Pace concurrent(DelayLine reads, DelayLine writes) {
    return turn -> (turn.isWrite() ? writes : reads).add(turn::run);
  }
}
