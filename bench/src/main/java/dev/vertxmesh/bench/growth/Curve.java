package dev.vertxmesh.bench.growth;

import java.util.Locale;

/** What grows. */
enum Curve {
  CONNECTIONS("connections of callers, all but 32 idle"),
  SERVICES("services in the registry"),
  AGENTS("provider agents of the service"),
  BODIES("bytes of a gRPC message, both ways"),
  LOOPS("event loops of each agent");

  private final String what;

  Curve(String what) {
    this.what = what;
  }

  String what() {
    return what;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
