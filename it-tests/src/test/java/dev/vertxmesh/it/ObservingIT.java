package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.consumer.MeshConsumer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.launch.EmbeddedAgent;
import dev.vertxmesh.provider.MeshProvider;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics that docs/observing.md and the dashboard speak of are those that the agents have. */
class ObservingIT {

  private static final Path PAGE = Path.of("../docs/observing.md");
  private static final Path DASHBOARD = Path.of("../k8s/chart/dashboards/vertx-mesh.json");
  private static final String SERVICE = "com.x.Greeter";

  /** Of Netty's pooled allocator, which isn't this JVM's. */
  private static final String PINNED = "mesh_netty_pinned_bytes";

  /**
   * Of agents with rules, limits or certificates: {@code AccessIT} and its neighbours read these.
   */
  private static final Map<String, Set<String>> SECURED =
      Map.of(
          "mesh_access_total", Set.of("decision", "kind"),
          "mesh_rules_refused", Set.of("kind"),
          "mesh_limited_calls_total", Set.of("by", "limit"),
          "mesh_limits_shared", Set.of(),
          "mesh_tls_certificate_expires_seconds", Set.of("agent", "listener"));

  /** What a Prometheus adds to what it reads, by itself or by the chart's relabelling. */
  private static final Set<String> ADDED = Set.of("job", "instance", "namespace", "pod", "release");

  private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(?:\\{(.*)})? \\S+$");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
  private static final Pattern HISTOGRAM =
      Pattern.compile("(mesh_\\w+_seconds)_(bucket|sum|count)");
  private static final Pattern ROW = Pattern.compile("^\\| (`mesh_[^|]*) \\| \\w+ \\|([^|]*)\\|.*");
  private static final Pattern QUOTED = Pattern.compile("`(\\w+)`");
  private static final Pattern ASKED =
      Pattern.compile("\\b((?:mesh|jvm|process|system)_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern GROUPED = Pattern.compile("\\b(?:by|on)\\s*\\(([^)]*)\\)");

  private static final Map<String, Set<String>> TOLD = new TreeMap<>();

  @BeforeAll
  static void scrapeBothAgents(@TempDir Path folder) {
    Vertx vertx = Vertx.vertx();
    JsonObject common =
        new JsonObject().put("registry", "file:" + folder).put("port", 0).put("admin-port", 0);
    JsonObject serving =
        common
            .copy()
            .put("verticle", "dev.vertxmesh.it.harness.EchoVerticle")
            .put("service", SERVICE);
    EmbeddedAgent provider = RawGrpc.get(MeshProvider.start(vertx, serving));
    EmbeddedAgent consumer = RawGrpc.get(MeshConsumer.start(vertx, common));
    RawGrpc client = new RawGrpc(vertx, consumer.port());
    await().until(() -> "0".equals(client.call("/com.x.Greeter/Hi", RawGrpc.message()).code()));
    for (EmbeddedAgent agent : List.of(provider, consumer)) {
      await().until(() -> metrics(agent).sum("mesh_call_seconds_count") > 0); // after its answer
      metrics(agent).samples().forEach(ObservingIT::learn);
    }
    RawGrpc.get(consumer.close());
    RawGrpc.get(provider.close());
    RawGrpc.get(vertx.close());
  }

  private static Metrics metrics(EmbeddedAgent agent) {
    return Metrics.parse(new Http(agent.adminPort()).get("/metrics").body());
  }

  private static void learn(String line) {
    Matcher sample = SAMPLE.matcher(line);
    assertThat(sample.matches()).as(line).isTrue();
    TOLD.computeIfAbsent(sample.group(1), name -> new TreeSet<>()).addAll(labels(sample.group(2)));
  }

  private static Set<String> labels(String braced) {
    Set<String> labels = new TreeSet<>();
    if (braced != null) {
      LABEL.matcher(braced).results().forEach(found -> labels.add(found.group(1)));
    }
    return labels;
  }

  @Test
  void theTableOfMetricsIsWhatTheAgentsTell() throws IOException {
    Map<String, Set<String>> told = new TreeMap<>();
    TOLD.forEach(
        (name, labels) -> {
          Matcher histogram = HISTOGRAM.matcher(name);
          String family = histogram.matches() ? histogram.group(1) : name;
          if (name.startsWith("mesh_") && !name.endsWith("_bucket")) {
            told.put(family, labels);
          }
        });
    told.put(PINNED, Set.of());
    told.putAll(SECURED);
    assertThat(table()).isEqualTo(told);
  }

  @Test
  void everyQueryAsksForMetricsAndLabelsThatAreThere() throws IOException {
    List<String> queries = Stream.concat(queriesOfThePage(), queriesOfTheDashboard()).toList();
    assertThat(queries).hasSizeGreaterThan(30);
    assertThat(queries.stream().flatMap(ObservingIT::wrong)).isEmpty();
  }

  /** Both agents tell of a call, under one name. */
  @Test
  void noQueryMixesBothAgentsTimes() throws IOException {
    assertThat(Stream.concat(queriesOfThePage(), queriesOfTheDashboard()))
        .filteredOn(query -> query.contains("mesh_call_seconds"))
        .hasSizeGreaterThan(8)
        .allSatisfy(
            query ->
                assertThat(ASKED.matcher(query).results().map(one -> labels(one.group(2))))
                    .allMatch(labels -> labels.contains("agent")));
  }

  private static Stream<String> wrong(String query) {
    Set<String> grouped = new TreeSet<>();
    GROUPED
        .matcher(query)
        .results()
        .flatMap(found -> Stream.of(found.group(1).split(",")))
        .forEach(label -> grouped.add(label.trim()));
    List<String> wrong = new ArrayList<>();
    Matcher asked = ASKED.matcher(query);
    while (asked.find()) {
      Set<String> labels = labels(asked.group(2));
      labels.addAll(grouped);
      labels.removeAll(ADDED);
      Set<String> there = TOLD.get(asked.group(1));
      if (there == null) {
        wrong.add(asked.group(1) + " isn't there: " + query);
      } else if (!there.containsAll(labels)) {
        wrong.add(asked.group(1) + " hasn't all of " + labels + ": " + query);
      }
    }
    return wrong.stream();
  }

  private static Map<String, Set<String>> table() throws IOException {
    Map<String, Set<String>> table = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Set<String> labels = new TreeSet<>();
        QUOTED.matcher(row.group(2)).results().forEach(found -> labels.add(found.group(1)));
        QUOTED.matcher(row.group(1)).results().forEach(name -> table.put(name.group(1), labels));
      }
    }
    return table;
  }

  private static Stream<String> queriesOfThePage() throws IOException {
    List<String> queries = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("```")) {
        inside = line.equals("```promql");
      } else if (inside && !line.startsWith("#")) {
        queries.add(line);
      }
    }
    assertThat(queries).hasSizeGreaterThan(6);
    return queries.stream();
  }

  private static Stream<String> queriesOfTheDashboard() throws IOException {
    return objects(new JsonObject(Files.readString(DASHBOARD)).getJsonArray("panels"))
        .flatMap(panel -> objects(panel.getJsonArray("targets")))
        .map(target -> target.getString("expr"));
  }

  private static Stream<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast);
  }
}
