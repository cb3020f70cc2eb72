package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each in a process of its own, because its end is half of what a launcher is for. */
class LauncherTest {

  private static final Pattern READY =
      Pattern.compile(
          "mesh-sample \\S+ ready: port (\\d+), admin (\\d+), registry file:.* ms after");

  @TempDir private Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private Process process;

  @AfterEach
  void stop() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  @Test
  void saysThatItIsReadyAndAnswers() throws Exception {
    int admin = startAndFindAdmin();
    assertThat(get(admin, "/health/ready").statusCode()).isEqualTo(200);
    assertThat(get(admin, "/topology").body()).contains("\"state\":\"ready\"");
    assertThat(get(admin, "/metrics").body()).contains("mesh_registry_instances 1.0");
  }

  @Test
  void buffersInUseAreCounted() throws Exception {
    int admin = startAndFindAdmin();
    assertThat(get(admin, "/metrics").body()).contains("\nmesh_netty_pinned_bytes ");
  }

  @Test
  void leavesInOrderOnSigterm() throws Exception {
    startAndFindAdmin();
    process.destroy();
    assertThat(exit()).isZero();
    assertThat(errors()).contains("launch: SIGTERM: leaving", "launch: stopped");
    assertThat(folder.resolve("registry")).isEmptyDirectory();
  }

  @Test
  void leavesInOrderThoughItHasNotStartedYet() throws Exception {
    start("--signalled");
    assertThat(exit()).isZero();
    assertThat(errors())
        .containsSubsequence("launch: SIGTERM: leaving", "launch: stopped")
        .doesNotContain("can't start");
  }

  @Test
  void leavesWithinTheGraceWhenDrainingDoesnt() throws Exception {
    startAndFindAdmin("--linger=1", "--drain-millis=86400000", "--grace=300");
    process.destroy();
    assertThat(exit()).isZero();
    assertThat(errors()).contains("not done after 301 ms: leaving");
  }

  @Test
  void whileItLingersItIsNotReadyAndDoesNotDrain() throws Exception {
    int admin = startAndFindAdmin("--linger=86400000");
    process.destroy();
    await().until(() -> errors().contains("taking calls for another 86400000 ms"));
    assertThat(get(admin, "/health/ready").statusCode()).isEqualTo(503);
    assertThat(errors()).doesNotContain("draining for");
  }

  @Test
  void lingersBeforeItDrains() throws Exception {
    startAndFindAdmin("--linger=500", "--drain-millis=1", "--grace=100000");
    process.destroy();
    assertThat(exit()).isZero();
    assertThat(errors())
        .containsSubsequence("taking calls for another 500 ms", "draining for at most", "stopped");
  }

  @Test
  void aSecondSignalEndsItAtOnce() throws Exception {
    startAndFindAdmin("--drain-millis=86400000", "--grace=86400000");
    process.destroy();
    await().until(() -> errors().contains("draining"));
    process.destroy();
    assertThat(exit()).isEqualTo(130);
  }

  @Test
  void drainsOnRequestAndStaysUntilTheSignal() throws Exception {
    int admin = startAndFindAdmin();
    assertThat(post(admin, "/drain").statusCode()).isEqualTo(202);
    HttpResponse<String> ready = get(admin, "/health/ready");
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).contains("draining");
    assertThat(get(admin, "/health/live").statusCode()).isEqualTo(200);
    process.destroy();
    assertThat(exit()).isZero();
  }

  @Test
  void aPortInUseIsOneLineAndOne() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      start("--port=" + taken.getLocalPort());
      assertThat(exit()).isEqualTo(1);
      assertThat(said()).hasSize(1);
      assertThat(said().get(0))
          .startsWith("mesh-sample: can't start: --port: can't listen on port ")
          .contains(taken.getLocalPort() + " of 127.0.0.1", "Address already in use");
    }
  }

  @Test
  void anAdminPortInUseIsTold() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      start("--admin-host=127.0.0.1", "--admin-port=" + taken.getLocalPort());
      assertThat(exit()).isEqualTo(1);
      assertThat(said()).hasSize(1);
      assertThat(errors()).contains("--admin-port: can't listen on port");
    }
    // what it may have announced before it failed is gone too
    assertThat(folder.resolve("registry").toFile().list()).isNullOrEmpty();
  }

  @Test
  void aRegistryThatCantBeWrittenIsOneLineAndOne() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    start("--registry=file:" + file.resolve("registry"));
    assertThat(exit()).isEqualTo(1);
    assertThat(said()).hasSize(1);
    assertThat(errors()).contains("can't start: registry folder " + file.resolve("registry"));
  }

  @Test
  void aPluginThatIsNotThereIsOneLineAndOne() throws Exception {
    start("--plugin=/no/such.jar");
    assertThat(exit()).isEqualTo(1);
    assertThat(errors())
        .isEqualTo("mesh-sample: can't start: --plugin /no/such.jar: there is no such file\n");
  }

  @Test
  void aRefusedSettingIsOneLineAndTwo() throws Exception {
    start("--port=x");
    assertThat(exit()).isEqualTo(2);
    assertThat(errors())
        .isEqualTo(
            "mesh-sample: --port (flag): given 'x', expected a port from 0 to 65535, where 0 takes"
                + " any free one\n");
  }

  @Test
  void helpAndVersionArePrintedAndNothingElseHappens() throws Exception {
    start("--help", "--no-such-thing");
    assertThat(exit()).isZero();
    assertThat(output()).startsWith("Usage: mesh-sample");
    start("--version");
    assertThat(exit()).isZero();
    assertThat(output()).startsWith("mesh-sample ").contains(Runtime.version().toString());
  }

  private int startAndFindAdmin(String... args) throws IOException {
    start(args);
    await().until(() -> READY.matcher(errors()).find());
    Matcher ready = READY.matcher(errors());
    assertThat(ready.find()).isTrue();
    return Integer.parseInt(ready.group(2));
  }

  private void start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    // the fat jars' manifests allow native access, so that no JDK adds lines of its own
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(SampleAgent.class.getName());
    if (!String.join(" ", args).contains("--registry")) {
      command.add("--registry=file:" + folder.resolve("registry"));
    }
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(folder.resolve("out").toFile())
            .redirectError(folder.resolve("err").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MESH_"));
    process = builder.start();
  }

  private int exit() throws InterruptedException {
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String output() throws IOException {
    return Files.readString(folder.resolve("out"));
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  /** Without what Vert.x says of a machine that is slow. */
  private List<String> said() throws IOException {
    return errors().lines().filter(line -> !line.contains(" has been blocked for ")).toList();
  }

  private HttpResponse<String> get(int port, String path) throws Exception {
    return client.send(request(port, path).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(int port, String path) throws Exception {
    return client.send(
        request(port, path).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(int port, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }
}
