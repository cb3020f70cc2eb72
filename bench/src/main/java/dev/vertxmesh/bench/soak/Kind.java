package dev.vertxmesh.bench.soak;

/** Ways to call, with their share of the calls in percent. */
enum Kind {
  FORM("HTTP/1.1 form", 40),
  JSON("HTTP/2 JSON", 25),
  KV("gRPC kvstore", 20),
  DUBBO("Dubbo port", 15),
  STREAM("gRPC streams", 0);

  private final String title;
  private final int percent;

  Kind(String title, int percent) {
    this.title = title;
    this.percent = percent;
  }

  String title() {
    return title;
  }

  /** By a number from 0 to 99. */
  static Kind of(int percentile) {
    int left = percentile;
    for (Kind kind : values()) {
      left -= kind.percent;
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalArgumentException(percentile + " is no number from 0 to 99");
  }
}
