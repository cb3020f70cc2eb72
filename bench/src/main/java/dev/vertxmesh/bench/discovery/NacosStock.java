package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A Nacos 3.1, with what providers of Dubbo 3.3.6 write at both of their levels: all over one
 * connection, which Nacos allows. Another one receives changes just as agents do.
 */
final class NacosStock implements Stock {
  private static final int MILLIS = 30_000;
  private static final int IN_FLIGHT = 64;
  private static final int RPC_OFFSET = 1_000;
  private static final String JAR = "samples/nacos-server/target/nacos-server.jar";

  private record Push(String name, long nanos, boolean isEnabled) {}

  private final Vertx vertx = Vertx.vertx();
  private final ExecutorService work = Executors.newSingleThreadExecutor();
  private final BlockingQueue<Push> pushes = new LinkedBlockingQueue<>();
  private final Set<String> written = new HashSet<>();
  private final int port;
  private final Child server;
  private final NacosClient writer;
  private final NacosClient listener;

  NacosStock(Children children, Path folder) throws IOException, InterruptedException {
    if (!Files.exists(Path.of(JAR))) {
      throw new ContestException("there's no " + JAR + ": run mvn package first");
    }
    this.port = freePort();
    Path data = Files.createTempDirectory(folder, "nacos").toAbsolutePath();
    List<String> command = Commands.java();
    command.addAll(List.of("-Xmx512m", "-Xss512k", "-XX:+UseSerialGC", "-jar", JAR));
    command.addAll(List.of(data.toString(), "" + port));
    this.server = children.start("nacos", command);
    server.awaitLine("ready: nacos on", Commands.START_PATIENCE);
    this.writer = client();
    this.listener = client();
    listener.listen(this::onPush, (number, cause) -> {});
    get(publish("first", "mapping", "first")); // it can't number the first rows at the same time
  }

  /** With the one for gRPC and the others that Nacos takes beside it. */
  private static int freePort() throws IOException {
    while (true) {
      int port = Ports.of(1, 0).next();
      try {
        if (port > RPC_OFFSET * 2 && port < 60_000) {
          Ports.of(2, port + RPC_OFFSET);
          Ports.of(1, port - RPC_OFFSET);
          return port;
        }
      } catch (ContestException e) {
        // another one
      }
    }
  }

  private NacosClient client() {
    NacosServers servers =
        new NacosServers(
            List.of(new HostPort("127.0.0.1", port)), 0, null, "", null, null, "127.0.0.1");
    return new NacosClient(vertx, servers, work, MILLIS);
  }

  @Override
  public Child server() {
    return server;
  }

  @Override
  public String registry(String place) {
    return "nacos://127.0.0.1:%d?group=%s&cache=none".formatted(port, place);
  }

  @Override
  public String dubboRegistry(String place) {
    return "nacos://127.0.0.1:%d?group=%s".formatted(port, place);
  }

  @Override
  public boolean isSelective() {
    return true;
  }

  @Override
  public void put(String place, List<Instance> instances) throws InterruptedException {
    List<Future<JsonObject>> asked = new ArrayList<>();
    for (List<DubboEntry> entries : DubboEntry.byApplication(instances).values()) {
      List<DubboEntry> services = DubboEntry.distinct(entries, DubboEntry::service);
      String application = entries.get(0).application();
      asked.add(publish(application, DubboEntry.REVISION, DubboEntry.exported(services)));
      asked.add(
          register(
              place,
              application,
              DubboEntry.distinct(entries, DubboEntry::address).stream()
                  .map(one -> host(one, one.metadata(), true))
                  .toList()));
      for (DubboEntry service : services) {
        asked.add(publish(service.service(), "mapping", application));
        asked.add(
            register(
                place,
                name(service),
                entries.stream()
                    .filter(one -> one.service().equals(service.service()))
                    .map(one -> host(one, interfaceLevel(one), true))
                    .toList()));
      }
      if (asked.size() >= IN_FLIGHT) {
        await(asked);
      }
    }
    await(asked);
  }

  private static void await(List<Future<JsonObject>> asked) throws InterruptedException {
    for (Future<JsonObject> one : asked) {
      get(one);
    }
    asked.clear();
  }

  private static <T> T get(Future<T> one) throws InterruptedException {
    try {
      return one.toCompletionStage().toCompletableFuture().get();
    } catch (ExecutionException e) {
      throw new ContestException("Nacos refused: " + e.getCause().getMessage());
    }
  }

  private static String name(DubboEntry entry) {
    return "providers:" + entry.service() + "::";
  }

  private static JsonObject interfaceLevel(DubboEntry entry) {
    JsonObject metadata = new JsonObject();
    entry.parameters().forEach(metadata::put);
    return metadata
        .put("category", "providers")
        .put("path", entry.service())
        .put("protocol", "dubbo");
  }

  private static JsonObject host(DubboEntry entry, JsonObject metadata, boolean isEnabled) {
    return new JsonObject()
        .put("ip", entry.instance().host())
        .put("port", entry.instance().port())
        .put("weight", 1.0)
        .put("healthy", true)
        .put("enabled", isEnabled)
        .put("ephemeral", true)
        .put("clusterName", "DEFAULT")
        .put("metadata", metadata);
  }

  private Future<JsonObject> publish(String dataId, String group, String content) {
    if (!written.add(group + "/" + dataId)) {
      return Future.succeededFuture();
    }
    JsonObject request =
        new JsonObject()
            .put("tenant", "")
            .put("dataId", dataId)
            .put("group", group)
            .put("content", content);
    return writer.ask("ConfigPublishRequest", request);
  }

  private static JsonObject service(String place, String name) {
    return new JsonObject()
        .put("namespace", "public")
        .put("groupName", place)
        .put("serviceName", name);
  }

  private Future<JsonObject> register(String place, String name, List<JsonObject> hosts) {
    JsonObject request =
        service(place, name)
            .put("type", "batchRegisterInstance")
            .put("instances", new JsonArray(hosts));
    return writer.ask("BatchInstanceRequest", request);
  }

  /** A provider that isn't to be called yet: nobody is told of services, but asks now and then. */
  @Override
  public void announce(String place, Instance instance) throws InterruptedException {
    DubboEntry entry = new DubboEntry(instance);
    get(register(place, name(entry), List.of(host(entry, interfaceLevel(entry), false))));
    JsonObject subscription =
        service(place, name(entry)).put("clusters", "").put("subscribe", true);
    get(listener.ask("SubscribeServiceRequest", subscription));
  }

  @Override
  public long push(String place, Instance instance) throws InterruptedException {
    DubboEntry entry = new DubboEntry(instance);
    get(register(place, name(entry), List.of(host(entry, interfaceLevel(entry), true))));
    while (true) {
      Push push = pushes.poll(MILLIS, TimeUnit.MILLISECONDS);
      if (push == null) {
        throw new ContestException("Nacos never told of " + name(entry));
      }
      if (push.name.endsWith(name(entry)) && push.isEnabled) {
        return push.nanos;
      }
    }
  }

  private void onPush(String type, JsonObject body) {
    if (body.getValue("serviceInfo") instanceof JsonObject info) {
      JsonArray hosts = info.getJsonArray("hosts", new JsonArray());
      boolean isEnabled = !hosts.isEmpty() && hosts.getJsonObject(0).getBoolean("enabled", true);
      pushes.add(new Push(info.getString("name"), System.nanoTime(), isEnabled));
    }
  }

  @Override
  public void close() {
    writer.close();
    listener.close();
    work.shutdown();
    vertx.close();
  }
}
