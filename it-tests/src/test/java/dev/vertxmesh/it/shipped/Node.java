package dev.vertxmesh.it.shipped;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Ports;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Metrics;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.testcontainers.containers.BindMode;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A container of the mesh, and what can happen to it. */
final class Node extends GenericContainer<Node> {

  private static final Duration START = Duration.ofSeconds(300);
  private static final int STOP_SECONDS = 120;
  private static final long CPU_PERIOD_MICROS = 100_000;

  private final String name;
  private int adminPort;
  private volatile Optional<ProcessHandle> process = Optional.empty();

  /** One for each port: an agent's admin port takes so many connections and no more. */
  private final Map<Integer, Http> clients = new ConcurrentHashMap<>();

  /**
   * @param memory its limit, in MiB
   */
  Node(String name, DockerImageName image, Network network, int memory) {
    super(image);
    this.name = name;
    withNetwork(network);
    withNetworkAliases(name);
    withStartupTimeout(START);
    withCreateContainerCmdModifier(create -> restrict(create.getHostConfig(), memory));
    withEnv("MESH_ADMIN_OPEN", "/"); // the tests aren't on the container's machine
    withEnv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1"); // as the other tests' processes
    withLogConsumer(ContainerWatch.listenTo(name));
  }

  /** As the restricted pod standard has it, and a root that can't be written. */
  private static void restrict(HostConfig host, int memory) {
    long bytes = (long) memory << 20;
    host.withReadonlyRootfs(true)
        .withCapDrop(Capability.ALL)
        .withSecurityOpts(List.of("no-new-privileges"))
        .withMemory(bytes)
        .withMemorySwap(bytes);
  }

  Node arguments(List<String> arguments) {
    return withCommand(arguments.toArray(String[]::new));
  }

  /** Started once it has printed a line like this. */
  Node readyAt(String line) {
    return waitingFor(Wait.forLogMessage(line, 1).withStartupTimeout(START));
  }

  Node admin(int port) {
    adminPort = port;
    addExposedPort(port);
    return this;
  }

  Node temporary(String folder) {
    return withTmpFs(Map.of(folder, "rw,uid=10001,gid=10001,mode=1777"));
  }

  /** A folder of this machine, which it can read. */
  Node folder(Path folder, String where) {
    return withFileSystemBind(folder.toAbsolutePath().toString(), where, BindMode.READ_ONLY);
  }

  /** A port of its as this machine has it now: another one after it was started again. */
  Http http(int port) {
    Ports.Binding[] bound =
        getCurrentContainerInfo()
            .getNetworkSettings()
            .getPorts()
            .getBindings()
            .get(ExposedPort.tcp(port));
    return clients.computeIfAbsent(Integer.parseInt(bound[0].getHostPortSpec()), Http::on);
  }

  @Override
  public void stop() {
    super.stop();
    ContainerWatch.ended(name);
  }

  /** An agent's admin port. */
  Http admin() {
    return http(adminPort);
  }

  /** Whether an agent says that it is ready for calls. */
  boolean isReady() {
    return admin().get("/health/ready").status() == 200;
  }

  Metrics metrics() {
    return Metrics.parse(admin().get("/metrics").body());
  }

  JsonObject topology() {
    return new JsonObject(admin().get("/topology").body());
  }

  /** As a crash or a lost machine ends it. */
  void crash() {
    docker().killContainerCmd(getContainerId()).exec();
  }

  /** From now on it has that part of one CPU, as a pod with a limit. */
  void limitCpu(double cpus) {
    docker()
        .updateContainerCmd(getContainerId())
        .withCpuPeriod(CPU_PERIOD_MICROS)
        .withCpuQuota((long) (cpus * CPU_PERIOD_MICROS))
        .exec();
  }

  /**
   * The CPU time that its process has used since it was started last; empty where this machine
   * doesn't see the engine's processes.
   */
  Optional<Duration> cpuTime() {
    return process.flatMap(each -> each.info().totalCpuDuration());
  }

  /** Starts again what has crashed. */
  void startAgain() {
    docker().startContainerCmd(getContainerId()).exec();
    findProcess();
  }

  @Override
  protected void containerIsStarted(InspectContainerResponse info) {
    findProcess();
  }

  private void findProcess() {
    process = ProcessHandle.of(getCurrentContainerInfo().getState().getPidLong());
  }

  /** SIGTERM, and patience; returns what the process ended with. */
  long terminate() {
    docker().stopContainerCmd(getContainerId()).withTimeout(STOP_SECONDS).exec();
    return getCurrentContainerInfo().getState().getExitCodeLong();
  }

  private DockerClient docker() {
    return getDockerClient();
  }

  @Override
  public String toString() {
    return name;
  }

  // the superclass compares by what is configured, which here is never the same

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
