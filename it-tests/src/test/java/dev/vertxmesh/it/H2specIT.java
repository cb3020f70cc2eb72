package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.H2spec;
import dev.vertxmesh.it.harness.H2spec.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The callers' port keeps HTTP/2's rules, but for those of a list, and lives through the asking.
 */
@Tag("attacks")
class H2specIT {

  @Test
  void theRulesOfHttp2AreKeptButForThoseOfTheList(@TempDir Path folder) throws IOException {
    Agent agent = Agent.of("mesh-consumer", "--registry", "file:" + folder);
    try (agent) {
      agent.start();
      Found found = H2spec.ask(agent.port());
      assertThat(found.tests()).as(found.text()).isGreaterThanOrEqualTo(145);
      assertThat(known()).as(found.text()).containsAll(found.failed());
      assertThat(found.failed()).hasSize(found.tests() - found.passed());
      assertThat(agent.process().isAlive()).isTrue();
      assertThat(agent.admin().get("/health/live").status()).isEqualTo(200);
    }
  }

  private static Set<String> known() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("src/test/h2spec/failures.txt"))) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ")[0])
          .collect(Collectors.toSet());
    }
  }
}
