package dev.vertxmesh.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthReportTest {
  private final JsonObject results =
      new JsonObject()
          .put(
              "curves",
              new JsonObject()
                  .put(
                      "bodies",
                      GrowthReport.json(
                          List.of(
                              new Point(1, 30_000, 12, 8, 2_000, 1_500, 20, 120),
                              new Point(8 << 20, 50, 9_000, 7_000, 9e6, 8e6, 44, 250))))
                  .put("loops", GrowthReport.json(List.of(new Point(2, 1, 2, 3, 4, 5, 6, 7)))));

  @Test
  void eachCurveThatThereIsHasATable() {
    assertThat(GrowthReport.text(results))
        .contains("bytes of a gRPC message, both ways", "event loops of each agent")
        .contains("8,388,608", "9,000,000")
        .doesNotContain("services in the registry");
  }

  @Test
  void aPlotSaysWhereAndWhat() {
    assertThat(GrowthReport.plot(Curve.BODIES, results))
        .startsWith("<svg ")
        .contains(">8 Mi<", "CPU of a call, microseconds", "consumer's resident memory");
  }

  @Test
  void whatDoesntFitBesideTheOtherLabelsStandsBelowThem() {
    String text = "<text x=\"83\" y=\"%d\" text-anchor=\"start\" font-size=\"12\">%s<";
    assertThat(GrowthReport.plot(Curve.BODIES, results))
        .contains(text.formatted(48, "consumer's agent"))
        .contains(text.formatted(66, "consumer's resident memory"));
  }
}
