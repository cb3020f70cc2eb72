package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A consumer of Dubbo 3.3.6 that refers to all services at both of Dubbo's levels, without
 * connecting to a provider.
 */
final class DubboConsumer {
  private static final Path JAR = Path.of("samples/dubbo-provider/target/dubbo-provider.jar");
  private static final Path NACOS = Path.of("samples/nacos-client/target/lib");

  /** Many times what it takes. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private DubboConsumer() {}

  /**
   * One cold start until it knows them all.
   *
   * @param prefix of services' names, which end with a number
   */
  static DiscoveryRun.Start start(
      Children children, Stock stock, String place, String prefix, DiscoveryOptions options)
      throws IOException, InterruptedException {
    if (!Files.exists(JAR) || !Files.isDirectory(NACOS)) {
      throw new ContestException(
          "there's no " + JAR + " or no " + NACOS + ": run mvn package first");
    }
    List<String> command = Commands.java();
    command.addAll(
        List.of(
            "-Xmx512m",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-Duser.home=" + System.getProperty("java.io.tmpdir"), // Nacos' client keeps files
            "-cp",
            JAR + File.pathSeparator + NACOS + "/*",
            "dev.vertxmesh.samples.dubbo3.Main",
            "refer",
            stock.dubboRegistry(place),
            prefix,
            "" + options.services,
            "" + options.instances));
    double before = stock.server().cpuSeconds();
    long begun = System.nanoTime();
    Child consumer = children.start("dubbo-consumer", command);
    consumer.awaitLine("known: ", PATIENCE);
    double millis = (System.nanoTime() - begun) / 1e6;
    double cpu = consumer.cpuSeconds();
    double server = stock.server().cpuSeconds() - before;
    consumer.kill();
    return new DiscoveryRun.Start(millis, millis, cpu, server);
  }
}
