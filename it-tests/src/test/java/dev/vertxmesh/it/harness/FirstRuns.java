package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What programs do when their classes are recorded: an agent is called through, as in most tests,
 * and others just get ready.
 */
final class FirstRuns {

  private static final int CALLS = 3;

  private FirstRuns() {}

  static void ofSample(Function<List<String>, Child> sample) {
    end(sample.apply(List.of("--port", "" + Ports.free())));
  }

  /** Before a provider, and behind a consumer agent that isn't recorded. */
  static void ofProviderAgent(Function<List<String>, Child> agent) {
    through(agent, null);
  }

  /** Before a provider agent that isn't. */
  static void ofConsumerAgent(Function<List<String>, Child> agent) {
    through(null, agent);
  }

  /**
   * @param provider null for one that isn't recorded
   * @param consumer null for one that isn't recorded
   */
  private static void through(
      Function<List<String>, Child> provider, Function<List<String>, Child> consumer) {
    DubboServer dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
    Path folder = folder();
    int http = Ports.free();
    int admin = Ports.free();
    dubbo.start();
    Child bridging =
        start(
            "mesh-provider",
            provider,
            flags(folder, Ports.free(), Ports.free(), "--dubbo", "127.0.0.1:" + dubbo.port()));
    Child calling = start("mesh-consumer", consumer, flags(folder, http, admin));
    Http callers = new Http(http);
    await().until(() -> callers.hash("hello").status() == 200);
    for (int i = 0; i < CALLS; i++) {
      callers.json(Samples.USERS, "find", "{\"types\":[\"long\"],\"args\":[1]}");
      callers.json(Samples.USERS, "find", "{\"types\":[\"long\"],\"args\":[404]}");
      new Http(admin).get("/metrics");
      new Http(admin).get("/topology");
    }
    end(calling);
    end(bridging);
    dubbo.close();
  }

  private static Child start(
      String name, Function<List<String>, Child> recorded, List<String> flags) {
    if (recorded != null) {
      return recorded.apply(flags);
    }
    List<String> command = new ArrayList<>(Jars.java("-Xmx64m", "-XX:+UseSerialGC", "-jar"));
    command.add(Jars.built(name));
    command.addAll(flags);
    Child child = Child.start(name, command, Map.of());
    child.awaitLine(Program.READY);
    return child;
  }

  private static List<String> flags(Path folder, int port, int admin, String... more) {
    List<String> flags = new ArrayList<>(List.of(more));
    flags.addAll(List.of("--registry", "file:" + folder));
    flags.addAll(List.of("--port", "" + port, "--admin-port", "" + admin));
    return flags;
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("first-run");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void end(Child child) {
    child.terminate();
    child.awaitExit();
  }
}
