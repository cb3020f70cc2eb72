package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Http;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin port of an agent that others than its machine reach. */
class AdminPortIT {

  private static final String TOKEN = "marked-a6c0e1f2d3b4";

  @TempDir Path folder;

  private Answer ask(Http http, String path, String... headers) {
    return http.send(http.post(path, "application/json", "", headers));
  }

  @Test
  void whoHasNoTokenIsRefusedAndWhoHasOneIsWrittenDown() throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "ops " + TOKEN + "\n");
    try (Agent agent =
        Agent.of(
            "mesh-consumer",
            "--registry=file:" + folder.resolve("registry"),
            "--admin-host=0.0.0.0",
            "--admin-token-file=" + tokens)) {
      agent.start();
      Http admin = agent.admin();
      assertThat(admin.get("/metrics").status()).isEqualTo(200);
      assertThat(admin.get("/health/live").status()).isEqualTo(200);
      assertThat(admin.get("/topology").status()).isEqualTo(401);
      Answer refused = ask(admin, "/drain", "authorization", "Bearer marked-ffffffffffff");
      assertThat(refused.status()).isEqualTo(401);
      assertThat(refused.body()).contains("--admin-token-file").doesNotContain("marked");
      assertThat(ask(admin, "/drain", "authorization", "Bearer " + TOKEN).status()).isEqualTo(202);
      await().until(() -> admin.get("/health/ready").status() == 503);

      Files.writeString(tokens, "night marked-0123456789ab\n");
      await().until(() -> undrained(admin) == 200);
      assertThat(ask(admin, "/drain", "authorization", "Bearer " + TOKEN).status()).isEqualTo(401);

      // what it has written may still be on its way to here
      Child log = agent.process();
      log.awaitLine(Pattern.compile("admin port: POST /drain by ops from 127\\.0\\.0\\.1"));
      log.awaitLine(Pattern.compile("admin port: POST /undrain by night from"));
      log.awaitLine(Pattern.compile("/topology from 127\\.0\\.0\\.1"));
      assertThat(log.lines()).noneMatch(line -> line.contains("marked"));
    }
  }

  @Test
  void whoChangesWhatIsLoggedIsWrittenDownWhateverIsLogged() throws IOException {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, "ops " + TOKEN + "\n");
    try (Agent agent =
        Agent.of(
            "mesh-consumer",
            "--registry=file:" + folder.resolve("registry"),
            "--admin-host=0.0.0.0",
            "--admin-token-file=" + tokens)) {
      agent.start();
      Http admin = agent.admin();
      assertThat(putLog(admin, "{\"root\": \"trace\"}").status()).isEqualTo(401);
      Answer foreign =
          putLog(
              admin,
              "{\"root\": \"trace\"}",
              "authorization",
              "Bearer " + TOKEN,
              "origin",
              "http://elsewhere.example");
      assertThat(foreign.status()).isEqualTo(403);
      assertThat(putAsOps(admin, "{\"root\": \"loud\"}").body())
          .contains("root: given 'loud', expected one of error, warning, info, debug, trace");
      assertThat(putAsOps(admin, "{\"dev.vertxmesh.launhc\": \"debug\"}").body())
          .contains("nothing logs by that name", "dev.vertxmesh.launch");

      assertThat(putAsOps(admin, "{\"dev.vertxmesh.launch\": \"error\"}").body())
          .isEqualTo("{\"dev.vertxmesh.launch\":\"error\",\"root\":\"info\"}");
      ask(admin, "/drain", "authorization", "Bearer " + TOKEN);
      Answer back = ask(admin, "/undrain", "authorization", "Bearer " + TOKEN);
      assertThat(back.status()).as(back.body()).isEqualTo(200);
      assertThat(putAsOps(admin, "{}").body()).isEqualTo("{\"root\":\"info\"}");
      ask(admin, "/drain", "authorization", "Bearer " + TOKEN);

      Child log = agent.process();
      log.awaitLine(Pattern.compile("launch: draining for at most"));
      log.awaitLine(Pattern.compile("admin port: PUT /log by ops from 127\\.0\\.0\\.1"));
      log.awaitLine(Pattern.compile("PUT /log by ops from 127.*:\\d+ was refused with 400"));
      log.awaitLine(
          Pattern.compile(
              "/log is \\{\"dev\\.vertxmesh\\.launch\":\"error\",\"root\":\"info\"} now, as ops asked from 127"));
      assertThat(log.lines()).filteredOn(line -> line.contains("POST /drain")).hasSize(2);
      assertThat(log.lines()).filteredOn(line -> line.contains("launch: draining")).hasSize(1);
    }
  }

  private static Answer putAsOps(Http admin, String levels) {
    return putLog(admin, levels, "authorization", "Bearer " + TOKEN);
  }

  private static Answer putLog(Http admin, String levels, String... headers) {
    HttpRequest.Builder request =
        admin
            .to("/log")
            .header("content-type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(levels));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return admin.send(request);
  }

  private int undrained(Http admin) {
    return ask(admin, "/undrain", "authorization", "Bearer marked-0123456789ab").status();
  }
}
