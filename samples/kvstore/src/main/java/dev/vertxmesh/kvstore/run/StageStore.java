package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.KvStoreVerticle;
import dev.vertxmesh.kvstore.Main;
import dev.vertxmesh.kvstore.Processes;
import dev.vertxmesh.kvstore.StoreFlags;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** The store that a stage calls, for as long as it does. */
final class StageStore implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final InetSocketAddress address;
  private final Runnable end;

  private StageStore(InetSocketAddress address, Runnable end) {
    this.address = address;
    this.end = end;
  }

  InetSocketAddress address() {
    return address;
  }

  /** One that was there before and will be after. */
  static StageStore given(String target) {
    int colon = target.lastIndexOf(':');
    String port = target.substring(colon + 1);
    if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException("--target: is " + target + ", expected HOST:PORT");
    }
    return new StageStore(
        InetSocketAddress.createUnresolved(target.substring(0, colon), Integer.parseInt(port)),
        () -> {});
  }

  /** On an event loop of this process. */
  static StageStore here(StoreFlags flags, Stage stage)
      throws InterruptedException, ExecutionException {
    Vertx vertx = Processes.vertx(1);
    KvStoreVerticle verticle = new KvStoreVerticle();
    JsonObject config = flags.config().put("port", 0).put("mode", stage.server());
    Runnable end = () -> vertx.close().toCompletionStage().toCompletableFuture().join();
    try {
      vertx
          .deployVerticle(verticle, new DeploymentOptions().setConfig(config))
          .toCompletionStage()
          .toCompletableFuture()
          .get();
    } catch (ExecutionException e) {
      end.run();
      throw e;
    }
    return new StageStore(InetSocketAddress.createUnresolved(HOST, verticle.port()), end);
  }

  /** In a process of its own, with this one's classes and heap settings by default. */
  static StageStore child(StoreFlags flags, Stage stage) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("--port", "0", "--mode", stage.server()));
    command.addAll(flags.arguments());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy)); // Ctrl-C
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (line == null || !line.startsWith("ready: ")) {
      throw new IOException("the store didn't start" + (line == null ? "" : ": " + line));
    }
    int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    return new StageStore(InetSocketAddress.createUnresolved(HOST, port), () -> end(process));
  }

  private static void end(Process process) {
    process.destroy();
    process.onExit().join();
  }

  @Override
  public void close() {
    end.run();
  }
}
