package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of strangers in a browser that reaches an agent: their requests make no calls. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class PagesIT {

  private Agent agent;

  @BeforeAll
  void start(@TempDir Path folder) {
    agent = Agent.of("mesh-consumer", "--registry", "file:" + folder);
    agent.start();
    Mesh.awaitReady(agent);
  }

  @AfterAll
  void close() {
    agent.close();
  }

  @AfterEach
  void theAgentStays() {
    assertThat(agent.isReady()).isTrue();
  }

  private static int status(int port, String method, String path, String headers)
      throws IOException {
    try (Wire wire = Wire.to(port)) {
      String lines = headers.replace("; ", "\r\n");
      wire.send("%s %s HTTP/1.1\r\n%s\r\n".formatted(method, path, lines));
      return wire.send("Content-Length: 0\r\n\r\n").answer().status();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Host: it; Origin: https://evil.example; Content-Type: text/plain",
    "Host: it; Origin: https://evil.example; Content-Type: application/x-www-form-urlencoded",
    "Host: it; Origin: null; Content-Type: application/json",
    "Host: it; Sec-Fetch-Site: cross-site; Content-Type: text/plain"
  })
  void makeNoCalls(String headers) throws IOException {
    assertThat(status(agent.port(), "POST", "/com.x.Greeter/hello", headers)).isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /drain, Host: evil.example; Origin: http://evil.example",
    "PUT, /weight, Host: evil.example; Origin: http://evil.example",
    "POST, /drain, Host: localhost; Sec-Fetch-Site: cross-site",
    "PUT, /weight, Host: localhost; Sec-Fetch-Site: cross-site",
    "GET, /topology, Host: evil.example"
  })
  void steerNoAgent(String method, String path, String headers) throws IOException {
    assertThat(status(agent.adminPort(), method, path, headers)).isEqualTo(403);
  }
}
