package dev.vertxmesh.bridge.dubbo.exports;

/**
 * What is believed of a provider's answers. That it exports nothing has to be said three times in a
 * row: a provider that is starting or leaving says it too. Silence says nothing at all.
 */
final class ExportsDebounce {

  static final int EMPTY_TIMES = 3;

  private FoundExports held;
  private int emptyAnswers;

  /** Null until there is something to believe. */
  FoundExports held() {
    return held;
  }

  /** Takes an answer; what is held afterwards may be another than before. */
  void take(FoundExports told) {
    emptyAnswers = told.exports().isEmpty() ? emptyAnswers + 1 : 0;
    if (emptyAnswers == 0 || emptyAnswers >= EMPTY_TIMES) {
      held = told;
    }
  }

  /** No answer, so the count of empty ones in a row begins anew. */
  void silence() {
    emptyAnswers = 0;
  }
}
