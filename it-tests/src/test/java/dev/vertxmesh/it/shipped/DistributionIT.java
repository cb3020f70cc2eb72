package dev.vertxmesh.it.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tarball as a release has it: what its {@code bin/} starts, with and without an archive. */
class DistributionIT {

  private static final Pattern READY = Pattern.compile(" ready: ");
  private static final Pattern MADE = Pattern.compile("the class-data archive is there, .*: (/.*)");

  @TempDir static Path unpacked;

  private static Path bin;

  @TempDir Path folder;

  private Path cache;
  private final List<Child> agents = new ArrayList<>();

  @BeforeAll
  static void unpack() throws IOException {
    run("scripts/distribution.sh", "bash", "../scripts/distribution.sh", unpacked.toString());
    String tarball = only(unpacked, ".tar.gz").toString();
    run("tar", "tar", "-C", unpacked.toString(), "-xzf", tarball);
    try (Stream<Path> all = Files.list(unpacked)) {
      bin = all.filter(Files::isDirectory).findFirst().orElseThrow().resolve("bin");
    }
    for (String agent :
        List.of("mesh-consumer", "mesh-provider")) { // of few classes, for time's sake
      Files.copy(
          Path.of("../k8s/loaded.classes"),
          bin.resolveSibling("lib").resolve(agent + ".classes"),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void run(String name, String... command) {
    Child tool = Child.start(name, List.of(command), Map.of());
    assertThat(tool.awaitExit()).as("%s", tool.log()).isZero();
  }

  private static Path only(Path folder, String end) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> found = all.filter(each -> each.toString().endsWith(end)).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  @BeforeEach
  void aCacheOfItsOwn() {
    cache = folder.resolve("cache");
  }

  @AfterEach
  void endAll() {
    agents.forEach(Child::terminate);
    agents.forEach(Child::awaitExit);
  }

  private Child start(String program, Map<String, String> more, String... flags) {
    List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
    command.addAll(List.of(flags));
    Map<String, String> environment = new HashMap<>(Map.of("VERTX_MESH_CACHE", cache.toString()));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.putAll(more);
    Child child = Child.start(program, command, environment);
    agents.add(child);
    return child;
  }

  /** An agent of its own ports, which is listening once this returns. */
  private Child agent(String program, int port, String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(List.of("--port", "" + port, "--admin-port", "" + Ports.free()));
    all.addAll(List.of("--registry", "file:" + folder.resolve("registry")));
    return start(program, Map.of(), all.toArray(String[]::new));
  }

  private Child consumer() {
    Child consumer = agent("mesh-consumer", Ports.free());
    consumer.awaitLine(READY);
    return consumer;
  }

  private static boolean has(Child agent, Path archive) throws IOException {
    return Files.readString(Path.of("/proc", "" + agent.pid(), "maps")).contains("" + archive);
  }

  private static Path made(Child agent) {
    return Path.of(agent.awaitLine(MADE).group(1));
  }

  /** They are started by a class path, for which no manifest speaks. */
  @Test
  void imagesHaveTheFlagsThatTheManifestsHave() throws IOException {
    List<String> flags = Files.readAllLines(Path.of("../k8s/image.options"));
    for (String agent : List.of("mesh-consumer", "mesh-provider")) {
      Path file = bin.resolveSibling("lib").resolve(agent + ".jar");
      try (JarFile jar = new JarFile(file.toFile())) {
        Attributes manifest = jar.getManifest().getMainAttributes();
        assertThat(flags)
            .contains("--add-opens=" + manifest.getValue("Add-Opens") + "=ALL-UNNAMED")
            .contains("--enable-native-access=" + manifest.getValue("Enable-Native-Access"));
      }
    }
  }

  @Test
  void bothAgentsAnswerACallAndStartByAnArchiveTheNextTime() throws IOException {
    try (DubboServer dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free())) {
      dubbo.start();
      int port = Ports.free();
      Child provider = agent("mesh-provider", Ports.free(), "--dubbo", "127.0.0.1:" + dubbo.port());
      Child consumer = agent("mesh-consumer", port, "--timeout", "120000");
      awaitAnswer(port);
      Path archive = made(consumer);
      made(provider);
      assertThat(archive).hasParent(cache);
      assertThat(has(consumer, archive)).isFalse();

      consumer.terminate();
      assertThat(consumer.awaitExit()).as("a signal is Java's own").isZero();
      Child again = agent("mesh-consumer", port, "--timeout", "120000");
      awaitAnswer(port);
      assertThat(has(again, archive)).isTrue();
      assertThat(has(again, bin.resolveSibling("lib").resolve("native"))).isTrue();
      again.terminate();
      assertThat(again.awaitExit()).isZero();
      assertThat(again.log()).doesNotContain("archive");
    }
  }

  private static void awaitAnswer(int port) {
    Http callers = new Http(port);
    await()
        .ignoreExceptions() // while nobody listens
        .untilAsserted(() -> assertThat(callers.hash("hello").body()).isEqualTo("99162322"));
  }

  @Test
  void aCacheThatCantBeWrittenIsToldAndNothingElse() throws IOException {
    cache = Files.createFile(folder.resolve("file")).resolve("cache");
    Child consumer = consumer();
    consumer.awaitLine(
        Pattern.compile(
            "mesh-consumer: starts without a class-data archive, as "
                + cache
                + " can't be written: set VERTX_MESH_CACHE"));
  }

  @Test
  void aBrokenArchiveIsIgnoredAndMadeOnceMore() throws IOException {
    Child making = start("mesh", Map.of(), "archive");
    assertThat(making.awaitExit()).as("%s", making.log()).isZero();
    Path archive =
        Path.of(making.lines().stream().filter(is -> is.startsWith("/")).findFirst().orElseThrow());
    Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
    try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
      byte[] hole = new byte[(int) file.length() / 2]; // as a power cut leaves one
      file.seek(file.length() / 4);
      file.write(hole);
    }
    Child consumer = consumer();
    consumer.awaitLine(Pattern.compile("the JVM doesn't take " + archive));
    assertThat(made(consumer)).isEqualTo(archive);
    assertThat(has(consumer(), archive)).isTrue();
  }

  @Test
  void twoThatStartAtOnceMakeOneArchive() throws IOException {
    Child one = agent("mesh-consumer", Ports.free());
    Child other = agent("mesh-consumer", Ports.free());
    one.awaitLine(READY);
    other.awaitLine(READY);
    await().until(() -> (one.log() + other.log()).contains("the class-data archive is there"));
    await()
        .untilAsserted(() -> assertThat(names()).containsOnlyOnce(".jsa").doesNotContain("lock"));
    assertThat(one.log() + other.log()).containsOnlyOnce("the class-data archive is there");
  }

  private String names() throws IOException {
    try (Stream<Path> all = Files.list(cache)) {
      return String.join(" ", all.map(each -> each.getFileName().toString()).toList());
    }
  }

  @Test
  void aRuntimeByJlinkStartsAnAgentAndGivesMemoryBackAsTheJdkDoes() throws IOException {
    Path runtime = folder.resolve("runtime");
    Child jlink = start("mesh", Map.of(), "runtime", runtime.toString());
    assertThat(jlink.awaitExit()).as("%s", jlink.log()).isZero();
    assertThat(Files.readAllLines(runtime.resolve("release"))).contains("LIBC=\"gnu\"");
    Child asked = start("mesh-consumer", Map.of("JAVA_HOME", runtime.toString()), "--version");
    assertThat(asked.awaitExit()).as("%s", asked.log()).isZero();
  }

  @Test
  void anOldJavaIsRefusedByItsVersion() throws IOException {
    Path java = java("1.8.0_402", "Debian", "gnu");
    Child agent = start("mesh-provider", javaHome(java));
    assertThat(agent.awaitExit()).isEqualTo(2);
    assertThat(agent.lines())
        .containsExactly(
            "mesh-provider: '%s' is Java 1.8.0_402, expected 17 or later: set JAVA_HOME"
                .formatted(java));
  }

  @Test
  void aJavaThatCantGiveMemoryBackIsntAskedTo() throws IOException {
    for (String version : List.of("17", "17.0.14", "18.0.2.1", "21.0.6", "22.0.1")) {
      assertThat(isTrimmed(version, "Debian", "gnu")).as(version).isFalse();
    }
    for (String version : List.of("17.0.15", "21.0.7", "23", "25.0.1")) {
      assertThat(isTrimmed(version, "Debian", "gnu")).as(version).isTrue();
      assertThat(isTrimmed(version, "Azul", "musl")).as(version).isFalse();
    }
    assertThat(isTrimmed("21.0.7", "Oracle Corporation", "gnu")).isFalse();
    assertThat(isTrimmed("23", "Oracle Corporation", "gnu")).isTrue();
  }

  private boolean isTrimmed(String version, String maker, String library) throws IOException {
    return flags(java(version, maker, library)).contains("-XX:TrimNativeHeapInterval=5000");
  }

  private String flags(Path java) throws IOException {
    Child agent = start("mesh-consumer", javaHome(java), "--version");
    assertThat(agent.awaitExit()).isZero();
    return agent.log();
  }

  private static Map<String, String> javaHome(Path java) {
    return Map.of("JAVA_HOME", "" + java.getParent().getParent());
  }

  /** One that tells of itself that it's this version, and then only which flags it gets. */
  private Path java(String version, String maker, String library) throws IOException {
    Path home = folder.resolve("jre-" + version + maker + library);
    Files.createDirectories(home.resolve("bin"));
    Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        home.resolve("release"),
        "IMPLEMENTOR=\"%s\"\nJAVA_VERSION=\"%s\"\nLIBC=\"%s\"\n"
            .formatted(maker, version, library));
    return java;
  }

  @Test
  void aRefusedSettingEndsItAsTheJarDoesAndNoArchiveIsMade() {
    Child agent = start("mesh", Map.of(), "consumer", "--port", "many");
    assertThat(agent.awaitExit()).isEqualTo(2);
    assertThat(agent.lines()).hasSize(1);
    assertThat(cache).doesNotExist();
  }
}
