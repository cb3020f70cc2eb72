package dev.vertxmesh.it.matrix;

import java.util.List;

/** A provider: a release of Dubbo, and what it writes bodies in. */
record Column(String release, String serialization) {

  static final List<Column> ALL =
      List.of(
          new Column("2.6.12", "hessian2"),
          new Column("2.6.12", "fastjson"),
          new Column("2.7.23", "hessian2"),
          new Column("2.7.23", "fastjson"),
          new Column("3.3.6", "hessian2"),
          new Column("3.3.6", "fastjson2"));

  @Override
  public String toString() {
    return release + " " + serialization;
  }
}
