package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.BalanceMode;

/**
 * A way to balance.
 *
 * @param ejecting whether the sick are left out
 */
record Contender(BalanceMode mode, boolean ejecting) {

  /** What is the default. */
  static final Contender ADAPTIVE = new Contender(BalanceMode.ADAPTIVE, true);

  static final Contender WEIGHTS_ONLY = new Contender(BalanceMode.ADAPTIVE, false);
  static final Contender PLAIN = new Contender(BalanceMode.ROUND_ROBIN, false);
  static final Contender ROUND_ROBIN = new Contender(BalanceMode.ROUND_ROBIN, true);
  static final Contender RANDOM = new Contender(BalanceMode.RANDOM, false);
  static final Contender LEAST_IN_FLIGHT = new Contender(BalanceMode.LEAST_IN_FLIGHT, true);
  static final Contender PEAK_EWMA = new Contender(BalanceMode.PEAK_EWMA, true);

  String label() {
    return mode.text() + (ejecting ? "" : ", no ejection");
  }
}
