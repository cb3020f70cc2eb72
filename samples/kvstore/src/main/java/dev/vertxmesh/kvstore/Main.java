package dev.vertxmesh.kvstore;

import dev.vertxmesh.kvstore.run.RunCommand;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code java -jar kvstore.jar}: the store alone, until a signal ends it; with {@code run}, the
 * client that measures it. Leaves with 1 if it can't start, with 2 if a flag is refused.
 */
@Command(
    name = "kvstore",
    description = "A key-value store over gRPC; with run, the client that measures it.",
    subcommands = RunCommand.class,
    sortOptions = false)
public final class Main implements Callable<Integer> {
  private static final int STOP_SECONDS = 15;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "address to listen on (default: ${DEFAULT-VALUE})")
  private String host = KvStoreOptions.HOST;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "where it listens; 0 takes any free port (default: ${DEFAULT-VALUE})")
  private int port = KvStoreOptions.PORT;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "concurrent, or locked: one call has the whole store for as long as its delay takes"
              + " (default: ${DEFAULT-VALUE})")
  private String mode = "concurrent";

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags flags = new StoreFlags();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  private boolean help;

  private Main() {}

  /** Flags as {@code --help} lists them. */
  public static void main(String[] args) {
    System.exit(line().execute(args));
  }

  static CommandLine line() {
    return new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    JsonObject config = flags.config().put("host", host).put("port", port).put("mode", mode);
    try {
      KvStoreOptions.from(config);
    } catch (IllegalArgumentException e) {
      spec.commandLine().getErr().println("kvstore: " + e.getMessage());
      return 2;
    }
    Vertx vertx = Processes.vertx(1);
    KvStoreVerticle verticle = new KvStoreVerticle();
    try {
      vertx
          .deployVerticle(verticle, new DeploymentOptions().setConfig(config))
          .toCompletionStage()
          .toCompletableFuture()
          .get();
    } catch (ExecutionException e) {
      System.err.println("kvstore: can't start: " + e.getCause().getMessage());
      vertx.close();
      return 1;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx)));
    System.out.println("ready: kvstore, " + mode + ", on " + host + ":" + verticle.port());
    new CountDownLatch(1).await();
    return 0;
  }

  private static void stop(Vertx vertx) {
    try {
      vertx.close().toCompletionStage().toCompletableFuture().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      System.err.println("kvstore: didn't stop well: " + e);
    }
  }
}
