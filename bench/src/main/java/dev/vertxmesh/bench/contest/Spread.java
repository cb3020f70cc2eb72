package dev.vertxmesh.bench.contest;

import java.util.List;

/** A way to spread calls, as a consumer agent is told. */
enum Spread {
  /** Nobody says any weight. */
  ADAPTIVE("adaptive", List.of()),
  /** By the best weights that there are, and nobody is left out. */
  BY_HAND("round-robin", List.of("--eject-most", "0")),
  RANDOM("random", List.of("--eject-most", "0"));

  private final String text;
  private final List<String> more;

  Spread(String text, List<String> more) {
    this.text = text;
    this.more = more;
  }

  /** As {@code --balance} names it. */
  String text() {
    return text;
  }

  /** Flags next to {@code --balance}. */
  List<String> more() {
    return more;
  }

  boolean hasWeights() {
    return this != ADAPTIVE;
  }

  /** For a table. */
  String title() {
    return hasWeights() ? text + " 1:2:3" : text;
  }
}
