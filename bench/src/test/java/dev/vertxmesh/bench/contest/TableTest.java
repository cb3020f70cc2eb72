package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    Table table = new Table().row("what", "calls/s").row("native client", 10_113.6).row("we", 9.5);
    assertThat(table)
        .hasToString(
            """
            what           calls/s
            native client   10,114
            we                9.50
            """);
  }

  @Test
  void whatThereIsNotIsADash() {
    assertThat(Table.number(Double.NaN)).isEqualTo("-");
    assertThat(Table.number(Double.POSITIVE_INFINITY)).isEqualTo("-");
    assertThat(Table.number(-2.579)).isEqualTo("-2.58");
  }
}
