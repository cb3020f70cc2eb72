package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** How agents start, how they don't, and what they say about it: one line. */
@ParameterizedClass
@ValueSource(strings = {"mesh-consumer", "mesh-provider"})
class LaunchIT {

  private static final Map<String, String> NO_NATIVE =
      Map.of("JAVA_TOOL_OPTIONS", "-Dio.netty.transport.noNative=true");

  @Parameter String agent;

  @TempDir Path folder;

  private Child start(Map<String, String> environment, String... flags) {
    List<String> all = new ArrayList<>();
    if (agent.equals("mesh-provider")) {
      all.addAll(List.of("--dubbo", "127.0.0.1:" + Ports.free(), "--service", Samples.HELLO));
    }
    all.addAll(List.of(flags));
    return Child.start(agent, Agent.command(agent, all), environment);
  }

  private void assertRefused(Child child, int exitCode, String line) {
    assertThat(child.awaitExit()).as("%s", child.log()).isEqualTo(exitCode);
    assertThat(child.lines()).containsExactly(agent + ": " + line);
  }

  /** Without what it says after 5 s, which a machine may need that stands still. */
  private static List<String> said(Child child) {
    return child.lines().stream().filter(line -> !line.contains("not ready, starting")).toList();
  }

  private String registry() {
    return "file:" + folder.resolve("registry");
  }

  @Test
  void helpNamesEveryFlagAndItsVariable() {
    Child child = start(Map.of(), "--help");
    assertThat(child.awaitExit()).isZero();
    assertThat(child.log())
        .startsWith("Usage: " + agent + " [OPTION…]")
        .contains("--port", "MESH_PORT", "--registry", "MESH_REGISTRY", "--config", "--grace");
  }

  @Test
  void theDocsRepeatTheHelp() throws IOException {
    Child child = start(Map.of(), "--help");
    assertThat(child.awaitExit()).isZero();
    // the docs' is of a machine with two processors
    String help = child.log().strip().replaceFirst("\\d+, MESH_EVENT_LOOPS", "1, MESH_EVENT_LOOPS");
    // what both agents have is there once, in the consumer agent's
    boolean isWhole = agent.equals("mesh-consumer");
    String repeated =
        isWhole ? help : help.substring(help.indexOf("Takes "), help.indexOf("\nBoth agents:"));
    assertThat(Files.readString(Path.of("../docs/running.md"))).contains(repeated.strip());
  }

  @Test
  void versionIsOneLine() {
    Child child = start(Map.of(), "--version");
    assertThat(child.awaitExit()).isZero();
    assertThat(child.lines()).singleElement().asString().matches(agent + " \\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void anUnknownFlagIsNamedWithASimilarOne() {
    assertRefused(
        start(Map.of(), "--regstry", "file:"),
        2,
        "--regstry (flag): there is no such option; did you mean --registry?");
  }

  @Test
  void aBadValueIsShownWithWhatWasExpected() {
    assertRefused(
        start(Map.of(), "--port", "many"),
        2,
        "--port (flag): given 'many', expected a port from 0 to 65535, where 0 takes any free one");
  }

  @Test
  void anUnknownKeyOfTheFileIsNamedWithItsLine() throws IOException {
    Path file = folder.resolve("mesh.yaml");
    Files.writeString(file, "grace: 500\n# a remark\nprot: 20000\n");
    assertRefused(
        start(Map.of(), "--config", file.toString()),
        2,
        "prot (" + file + ":3): there is no such setting; did you mean port?");
  }

  @Test
  void aBadValueOfTheFileIsShownWithItsLine() throws IOException {
    Path file = folder.resolve("mesh.yaml");
    Files.writeString(file, "grace: soon\n");
    assertRefused(
        start(Map.of(), "--config", file.toString()),
        2,
        "grace (" + file + ":1): given 'soon', expected milliseconds, from 0 to 86400000");
  }

  @Test
  void epollThatIsAskedForAndCantBeHadIsSaid() {
    Child child = start(NO_NATIVE, "--registry", registry(), "--transport", "epoll");
    assertThat(child.awaitExit()).as("%s", child.log()).isEqualTo(1);
    assertThat(child.log()).contains(agent + ": can't start: --transport epoll can't be had: ");
  }

  /** As where a kernel or a container refuses it. */
  @Test
  void anAgentStartsWithoutTheIoUringThatCantBeHadAndSaysSo() {
    Child child =
        start(
            NO_NATIVE,
            "--port",
            "0",
            "--admin-port",
            "0",
            "--registry",
            registry(),
            "--transport",
            "io_uring");
    child.awaitLine(Pattern.compile("listens: "));
    assertThat(child.log())
        .contains("not --transport io_uring, but as with auto: java.lang.Unsupp")
        .contains("kernel.io_uring_disabled) and the container's seccomp profile?")
        .contains("nio instead of epoll: java.lang.Unsupp");
    child.terminate();
    assertThat(child.awaitExit()).isZero();
  }

  @Test
  void anUnknownVariableIsNamed() {
    assertRefused(
        start(Map.of("MESH_PROT", "1")),
        2,
        "MESH_PROT (environment): there is no such setting; did you mean MESH_PORT?");
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
    int first = Ports.free();
    int second = Ports.free();
    Path file = folder.resolve("mesh.yaml");
    Files.writeString(file, "port: 1\nadmin-port: " + second + "\nregistry: " + registry() + "\n");
    Child child =
        start(Map.of("MESH_PORT", "2"), "--port", "" + first, "--config", file.toString());
    child.awaitLine(Pattern.compile("listens: port " + first + ".*, admin " + second));
    child.terminate();
    assertThat(child.awaitExit()).isZero();
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      Child child =
          start(Map.of(), "--port", "" + port, "--admin-port", "0", "--registry", registry());
      assertThat(child.awaitExit()).isEqualTo(1);
      assertThat(said(child))
          .singleElement()
          .asString()
          .startsWith(
              "%s: can't start: --port: can't listen on port %d of 0.0.0.0: "
                  .formatted(agent, port))
          .contains("Address already in use");
    }
  }

  @Test
  void anAdminPortInUseIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      Child child =
          start(Map.of(), "--admin-port", "" + port, "--port", "0", "--registry", registry());
      assertThat(child.awaitExit()).isEqualTo(1);
      assertThat(said(child))
          .singleElement()
          .asString()
          .startsWith(
              "%s: can't start: --admin-port: can't listen on port %d".formatted(agent, port));
    }
  }

  /** Below a file there can be no folder, for root neither. */
  @Test
  void aRegistryFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Child child =
        start(
            Map.of(),
            "--port",
            "0",
            "--admin-port",
            "0",
            "--registry",
            "file:" + file.resolve("registry"));
    assertThat(child.awaitExit()).isEqualTo(1);
    assertThat(said(child))
        .singleElement()
        .asString()
        .startsWith(agent + ": can't start: ")
        .contains(file.resolve("registry").toString());
  }

  @Test
  void anAgentThatIsAskedToLeaveFinishesItsCalls() {
    Mesh drawn =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12").graceMillis(120_000))
            .consumer("--grace", "120000");
    try (Mesh mesh = drawn.start()) {
      Agent leaving = agent.equals("mesh-consumer") ? mesh.consumer() : mesh.providerAgent();
      mesh.dubbo().process().signal("STOP");
      CompletableFuture<Answer> call = mesh.http().jsonAsync(Samples.USERS, "echo", "[\"x\"]");
      await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == 1);
      leaving.terminate();
      leaving.process().awaitLine(Pattern.compile(": leaving$"));
      mesh.dubbo().process().signal("CONT");
      assertThat(call.join().body()).isEqualTo("\"x\"");
      assertThat(leaving.process().awaitExit()).isZero();
      assertThat(leaving.process().lines()).last().asString().endsWith("stopped");
    }
  }
}
