package dev.vertxmesh.it.matrix;

import java.util.List;
import java.util.stream.Stream;

/** All rows. The last change what the provider has stored, and leave it as other rows need it. */
final class MatrixRows {

  static final List<Row> ALL =
      Stream.of(
              EchoRows.ALL,
              ValueRows.ALL,
              ShapeRows.ALL,
              KindRows.ALL,
              FieldRows.ALL,
              FaultRows.ALL,
              ContextRows.ALL,
              UserRows.ALL)
          .flatMap(List::stream)
          .toList();

  private MatrixRows() {}
}
