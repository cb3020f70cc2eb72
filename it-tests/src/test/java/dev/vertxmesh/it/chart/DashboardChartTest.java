package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Grafana is given. */
class DashboardChartTest {

  private static final String GATEWAY = "{agent=\"mesh-consumer\",";
  private static final String PROVIDER = "{agent=\"mesh-provider\",";

  private final JsonObject map =
      Chart.with("dashboard.enabled", "true").render().get("ConfigMap", "dashboard");
  private final JsonObject dashboard = new JsonObject((String) at(map, "/data/vertx-mesh.json"));

  @Test
  void itIsFoundByItsLabel() {
    assertThat(at(map, "/metadata/labels/grafana_dashboard")).isEqualTo("1");
    assertThat(dashboard.getJsonArray("panels")).hasSizeGreaterThan(5);
  }

  @Test
  void namespaceReleaseAndJobAreChosenAndAnyOfThemAtFirst() {
    List<JsonObject> variables =
        objects((JsonArray) at(dashboard, "/templating/list")).skip(1).toList();
    assertThat(variables)
        .extracting(one -> one.getString("name"))
        .containsExactly("namespace", "release", "job");
    assertThat(variables)
        .allMatch(one -> ".*".equals(one.getString("allValue")))
        .allMatch(one -> "$__all".equals(at(one, "/current/value")));
  }

  @Test
  void everyQueryGoesByWhatIsChosen() {
    assertThat(queries())
        .hasSizeGreaterThan(20)
        .allMatch(one -> one.contains("namespace=~\"$namespace\""))
        .allMatch(one -> one.contains("release=~\"$release\""))
        .allMatch(one -> one.contains("job=~\"$job\""));
  }

  /** A Prometheus knows more JVMs than the agents'. */
  @Test
  void whatEveryJvmHasIsAskedOfAgentsAlone() {
    assertThat(queries())
        .filteredOn(one -> one.contains("jvm_") || one.contains("process_"))
        .hasSize(2)
        .allMatch(one -> one.contains("and on (job, instance) max by (job, instance) (mesh_build"));
  }

  /** Both agents count a call under the same name: a sum of both is neither's. */
  @Test
  void noHopsTimeIsMixedWithTheOthers() {
    assertThat(queries())
        .filteredOn(one -> one.contains("mesh_call_seconds_bucket"))
        .hasSize(8)
        .allMatch(one -> one.contains(GATEWAY) != one.contains(PROVIDER));
    assertThat(queries())
        .filteredOn(one -> one.contains("mesh_calls_in_flight"))
        .hasSize(2)
        .allMatch(one -> one.contains(GATEWAY) != one.contains(PROVIDER));
  }

  private Stream<String> queries() {
    return objects(dashboard.getJsonArray("panels"))
        .flatMap(panel -> objects(panel.getJsonArray("targets")))
        .map(target -> target.getString("expr"));
  }

  private static Stream<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast);
  }
}
