package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The key-value store as a gRPC server, its agent, and a consumer agent before it. */
public final class StoreMesh implements AutoCloseable {

  public static final String SERVICE = "dev.vertxmesh.kvstore.KeyValueService";

  private static final Pattern READY = Pattern.compile("^ready: kvstore");
  private static final Duration START = Duration.ofSeconds(60);

  private final Child store;
  private final Agent provider;
  private final Agent consumer;

  private StoreMesh(Child store, Agent provider, Agent consumer) {
    this.store = store;
    this.provider = provider;
    this.consumer = consumer;
  }

  /**
   * Starts all three and waits until calls can be made.
   *
   * @param folder where the registry is to be; a test's own
   * @param consumerFlags more flags for the consumer agent
   */
  public static StoreMesh start(Path folder, String... consumerFlags) {
    String registry = "file:" + folder.resolve("registry");
    int port = Ports.free();
    List<String> command = new ArrayList<>(Jars.java("-Xmx128m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-jar", Jars.store(), "--port", "" + port));
    command.addAll(List.of("--read-delay", "0", "--write-delay", "0"));
    Child store = Child.start("kvstore", command, Map.of());
    store.awaitLine(READY);
    Agent provider =
        Agent.of("mesh-provider", "--registry", registry, "--grpc", "127.0.0.1:" + port);
    List<String> flags = new ArrayList<>(List.of(consumerFlags));
    flags.addAll(List.of("--registry", registry));
    Agent consumer = Agent.of("mesh-consumer", flags.toArray(String[]::new));
    StoreMesh mesh = new StoreMesh(store, provider, consumer);
    provider.start();
    consumer.start();
    await().atMost(START).until(mesh::isOpen);
    return mesh;
  }

  private boolean isOpen() {
    return consumer.topology().encode().contains("\"state\":\"open\"");
  }

  public Agent consumer() {
    return consumer;
  }

  /** Ends the store without asking, and waits until it's gone. */
  public void killStore() {
    store.kill();
  }

  @Override
  public void close() {
    consumer.close();
    provider.close();
    if (store.isAlive()) {
      store.kill();
    }
  }
}
