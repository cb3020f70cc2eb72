package dev.vertxmesh.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every method, every Dubbo, every serialization; the table is in target/matrix.txt, and what isn't
 * right in it in target/matrix-shown.txt, which is to be what docs/dubbo.md shows.
 */
class MatrixIT {

  private static final Matrix MATRIX = new Matrix();

  static List<Column> columns() {
    return Column.ALL;
  }

  @AfterAll
  static void theDocumentationShowsWhatIsNotRight() {
    MATRIX.print("matrix");
    assertThat(Matrix.documented("matrix")).isEqualTo(MATRIX.shown(Column.ALL));
    assertThat(Reasons.DOCUMENTED.besides(MATRIX.reasons())).as("reasons for nothing").isEmpty();
  }

  @ParameterizedTest(name = "dubbo {0}")
  @MethodSource("columns")
  void everyMethodGivesWhatJavaCallersGet(Column column, @TempDir Path folder) {
    Provider named = Provider.dubbo(column.release()).serialization(column.serialization());
    Provider provider = column.api() ? named.api() : named;
    try (Mesh mesh = Mesh.in(folder).with(provider).start();
        AsJava java = new AsJava(column, mesh.dubbo().port())) {
      assertThat(mesh.dubbo().release()).isEqualTo(column.release());
      MatrixRows.ALL.forEach(row -> MATRIX.add(Cell.of(row, column, mesh.http(), java)));
    }
    assertThat(MATRIX.wrong(column)).extracting(cell -> cell.row().name()).isEmpty();
  }
}
