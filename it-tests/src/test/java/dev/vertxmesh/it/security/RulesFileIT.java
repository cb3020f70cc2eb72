package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file of settings with rules of access and limits, which both agents read. */
class RulesFileIT {

  private static final String ALLOW = "{who: \"*\", services: \"*\", then: allow}";
  private static final String DENY = "{who: \"*\", services: \"*\", then: deny}";

  @TempDir Path folder;

  /** As a whole, so that no agent sees half of it. */
  private void write(String access, String limits) throws IOException {
    Path written =
        Files.writeString(
            folder.resolve("mesh.yaml.new"),
            "access: {rules: [%s]}\nlimits: {rules: [%s]}\n".formatted(access, limits));
    Files.move(written, folder.resolve("mesh.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private Agent agent(String name, String... more) {
    List<String> flags = new ArrayList<>(Arrays.asList(more));
    flags.addAll(List.of("--config", folder.resolve("mesh.yaml").toString()));
    flags.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    Agent agent = Agent.of(name, flags.toArray(String[]::new));
    agent.start();
    return agent;
  }

  private static void saysWhatIsWrong(Agent agent, String words) {
    JsonObject topology = agent.topology();
    for (String part : List.of("access", "limits")) {
      assertThat(topology.getJsonObject(part).getString("problem")).contains(words);
      assertThat(agent.metrics().sum("mesh_rules_refused", "kind=\"" + part + "\"")).isOne();
    }
    agent
        .process()
        .awaitLine(
            Pattern.compile(
                "what was read before still counts, all of it: .*" + Pattern.quote(words)));
  }

  @Test
  void aFaultInOnePartKeepsBothOfThem() throws IOException {
    write(ALLOW, "{name: few, calls: 0.001, burst: 3}");
    try (Agent consumer = agent("mesh-consumer");
        Agent provider = agent("mesh-provider", "--grpc", "127.0.0.1:1", "--service", "x.Any")) {
      assertThat(call(consumer).status()).as("nobody serves it").isEqualTo(503);
      write(DENY, "{name: few, calls: many}");
      for (Agent agent : List.of(consumer, provider)) {
        await().untilAsserted(() -> saysWhatIsWrong(agent, "mesh.yaml:2: calls: given 'many'"));
      }
      assertThat(call(consumer).status()).as("it isn't denied").isEqualTo(503);

      write("{who: \"*\", services: \"*\", then: perhaps}", "");
      for (Agent agent : List.of(consumer, provider)) {
        await().untilAsserted(() -> saysWhatIsWrong(agent, "mesh.yaml:1: then: given 'perhaps'"));
      }
      assertThat(call(consumer).status()).as("the third of three").isEqualTo(503);
      assertThat(call(consumer).status()).as("the limit is there still").isEqualTo(429);

      write(DENY, "");
      for (Agent agent : List.of(consumer, provider)) {
        await().until(() -> agent.metrics().sum("mesh_rules_refused") == 0);
      }
      assertThat(call(consumer).status()).isEqualTo(403);
    }
  }

  private static Answer call(Agent consumer) {
    return consumer.http().json("x.Any", "call", "[]");
  }
}
