package dev.vertxmesh.it.matrix;

import java.util.List;

/**
 * A provider: a release of Dubbo, what it writes bodies in, and whether its agent has its API.
 *
 * @param api whether the agent was started with {@code --api}
 */
record Column(String release, String serialization, boolean api) {

  static final List<Column> ALL =
      List.of(
          new Column("2.6.12", "hessian2", true),
          new Column("2.6.12", "hessian2", false),
          new Column("2.6.12", "fastjson", true),
          new Column("2.7.23", "hessian2", true),
          new Column("2.7.23", "hessian2", false),
          new Column("2.7.23", "fastjson", true),
          new Column("3.3.6", "hessian2", true),
          new Column("3.3.6", "hessian2", false),
          new Column("3.3.6", "fastjson2", true));

  @Override
  public String toString() {
    return release + " " + serialization + (api ? " api" : "");
  }
}
