package dev.vertxmesh.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bench.contest.ContestException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocTablesTest {

  /** Else: bench/report. */
  @Test
  void everyMarkedTableIsWhatTheRecordedRunsSay() throws IOException {
    assertThat(ReportBench.stale(Path.of(".."), false)).isEmpty();
  }

  @Test
  void aBlockIsMadeAnewAndTheRestStays() {
    String text = "a\n<!-- bench: one -->\nold\n<!-- bench end -->\nb\n";
    assertThat(DocBlocks.fill(text, name -> "new " + name + " $1\n"))
        .isEqualTo("a\n<!-- bench: one -->\nnew one $1\n<!-- bench end -->\nb\n");
  }

  @Test
  void whatTellsOfMarksInALineIsNone() {
    String text = "between `<!-- bench: NAME -->` and `<!-- bench end -->`\n";
    assertThat(DocBlocks.fill(text, name -> "new")).isEqualTo(text);
  }

  @Test
  void aMarkWithoutItsEndIsRefused() {
    assertThatThrownBy(() -> DocBlocks.fill("<!-- bench: one -->\nold\n", name -> ""))
        .isInstanceOf(ContestException.class)
        .hasMessageContaining("without its '<!-- bench end -->'");
  }

  @Test
  void aRunThatIsNotRecordedIsNamed() {
    assertThatThrownBy(() -> new Recorded(Path.of("nowhere")).block("contest"))
        .hasMessageContaining("nowhere/contest.json");
  }
}
