package dev.vertxmesh.launch;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.Option.Mixin;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The smallest agent: listens, announces itself, and takes as long to drain as it is told. */
public final class SampleAgent implements Agent {

  static final class Options implements AgentOptions {

    @Mixin final CommonOptions common = new CommonOptions(0);

    @Option(
        names = "--port",
        paramLabel = "PORT",
        converter = OptionConverters.ListenPort.class,
        description = "where it listens")
    int port;

    @Option(
        names = "--service",
        split = ",",
        paramLabel = "INTERFACE[:VERSION][@GROUP]",
        converter = OptionConverters.Service.class,
        description = "what it serves")
    List<ServiceKey> services = new ArrayList<>();

    @Option(
        names = "--dubbo",
        paramLabel = "HOST:PORT",
        converter = OptionConverters.Address.class,
        description = "an address")
    HostPort dubbo;

    @Option(names = "--verbose", description = "a boolean")
    boolean verbose;

    @Option(
        names = "--drain-millis",
        paramLabel = "MS",
        converter = OptionConverters.Millis.class,
        description = "how long draining takes; 0 for as long as it may")
    long drainMillis = 1;

    @Option(names = "--signalled", description = "whether SIGTERM comes while it starts")
    boolean signalled;

    @Override
    public CommonOptions common() {
      return common;
    }

    @Override
    public String purpose() {
      return "An agent for tests.";
    }
  }

  private final Options options;
  private final AgentContext context;
  private final HttpServer server;
  private final Promise<Void> stopped = Promise.promise();

  SampleAgent(Options options, AgentContext context) {
    this.options = options;
    this.context = context;
    server = context.vertx().createHttpServer().requestHandler(it -> it.response().end("here"));
  }

  public static void main(String[] args) {
    Options options = new Options();
    Launcher.run("mesh-sample", options, context -> new SampleAgent(options, context), args);
  }

  @Override
  public Future<Void> start() {
    return options.signalled ? signal() : listen();
  }

  /** Sends the agent SIGTERM, and is part of its start until that has ended it. */
  private Future<Void> signal() {
    try {
      new ProcessBuilder("kill", "-TERM", "" + ProcessHandle.current().pid()).start().waitFor();
    } catch (IOException | InterruptedException e) {
      return Future.failedFuture(e);
    }
    return stopped.future();
  }

  private Future<Void> listen() {
    return server
        .listen(options.port, "127.0.0.1")
        .recover(
            e ->
                Future.failedFuture(StartFailure.listening("--port", "127.0.0.1", options.port, e)))
        .compose(listening -> context.registry().announce(instance()))
        .mapEmpty();
  }

  private Instance instance() {
    int port = server.actualPort();
    String id = Instance.newId("127.0.0.1", port);
    return new Instance(id, "127.0.0.1", port, options.services, 1, Map.of(), 0, 0);
  }

  @Override
  public int port() {
    return server.actualPort();
  }

  @Override
  public String listening() {
    return "port " + server.actualPort();
  }

  @Override
  public List<Obstacle> notReady() {
    return List.of();
  }

  @Override
  public JsonObject topology() {
    return new JsonObject().put("services", new JsonArray()).put("links", new JsonArray());
  }

  @Override
  public Future<Void> drain(Duration grace) {
    long millis = options.drainMillis == 0 ? grace.toMillis() : options.drainMillis;
    return context.vertx().timer(millis).mapEmpty();
  }

  @Override
  public Future<Void> stop() {
    stopped.tryFail("it was stopped");
    return server.close();
  }
}
