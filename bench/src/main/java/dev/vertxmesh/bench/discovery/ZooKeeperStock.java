package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** A ZooKeeper of one member, with what providers of Dubbo 3.3.6 write at both of their levels. */
final class ZooKeeperStock implements Stock {
  private static final int SESSION_MILLIS = 30_000;
  private static final int IN_FLIGHT = 500;

  private final Semaphore places = new Semaphore(IN_FLIGHT);
  private final AtomicInteger failure = new AtomicInteger();
  private final Set<String> made = new HashSet<>();
  private final int port;
  private final Child server;
  private final ZooKeeper client;

  ZooKeeperStock(Children children, Ports ports, Path folder)
      throws IOException, InterruptedException {
    this.port = ports.next();
    Path data = Files.createTempDirectory(folder, "zookeeper").toAbsolutePath();
    Path settings =
        Files.write(
            data.resolve("zoo.cfg"),
            List.of(
                "dataDir=" + data,
                "clientPort=" + port,
                "clientPortAddress=127.0.0.1",
                "tickTime=2000",
                "forceSync=no",
                "snapCount=1000000"));
    List<String> command = Commands.java();
    command.addAll(
        List.of(
            "-Xmx384m",
            "-XX:+UseSerialGC",
            "-Dzookeeper.admin.enableServer=false",
            "-cp",
            System.getProperty("java.class.path"),
            "org.apache.zookeeper.server.quorum.QuorumPeerMain",
            settings.toString()));
    this.server = children.start("zookeeper", command);
    server.await(this::listens, "listens", Commands.START_PATIENCE);
    this.client = new ZooKeeper("127.0.0.1:" + port, SESSION_MILLIS, event -> {});
  }

  private boolean listens() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public Child server() {
    return server;
  }

  @Override
  public String registry(String place) {
    return "zookeeper://127.0.0.1:%d/%s?services=/%s-services&agents=/%s-agents&cache=none"
        .formatted(port, place, place, place);
  }

  @Override
  public String dubboRegistry(String place) {
    return "zookeeper://127.0.0.1:%d?group=%s&rootPath=/%s-services".formatted(port, place, place);
  }

  @Override
  public boolean isSelective() {
    return true;
  }

  @Override
  public void put(String place, List<Instance> instances) throws InterruptedException {
    for (List<DubboEntry> entries : DubboEntry.byApplication(instances).values()) {
      List<DubboEntry> services = DubboEntry.distinct(entries, DubboEntry::service);
      String application = entries.get(0).application();
      stay(
          "/%s/metadata/%s/%s".formatted(place, application, DubboEntry.REVISION),
          DubboEntry.exported(services));
      for (DubboEntry one : services) {
        stay("/%s/mapping/%s".formatted(place, one.service()), application);
      }
      String folder = "/%s-services/%s".formatted(place, application);
      stay(folder, "");
      for (DubboEntry one : DubboEntry.distinct(entries, DubboEntry::address)) {
        create(folder + "/" + one.address(), one.curator(), CreateMode.EPHEMERAL);
      }
      for (DubboEntry one : entries) {
        create(provider(place, one), one.instance().host(), CreateMode.EPHEMERAL);
      }
    }
    awaitAll();
  }

  /** What stands above it is there from here on. */
  private String provider(String place, DubboEntry entry) throws InterruptedException {
    String providers = "/%s/%s/providers".formatted(place, entry.service());
    stay(providers, "");
    return providers + "/" + URLEncoder.encode(entry.url(), StandardCharsets.UTF_8);
  }

  /** Makes one that stays, and those above it: a server does what it's told one after the other. */
  private void stay(String path, String text) throws InterruptedException {
    if (made.add(path)) {
      int slash = path.lastIndexOf('/');
      if (slash > 0) {
        stay(path.substring(0, slash), "");
      }
      create(path, text, CreateMode.PERSISTENT);
    }
  }

  private void create(String path, String text, CreateMode mode) throws InterruptedException {
    places.acquire();
    client.create(
        path,
        text.getBytes(StandardCharsets.UTF_8),
        Ids.OPEN_ACL_UNSAFE,
        mode,
        (code, where, context, name) -> {
          if (Code.get(code) != Code.OK) {
            failure.set(code);
          }
          places.release();
        },
        null);
  }

  private void awaitAll() throws InterruptedException {
    places.acquire(IN_FLIGHT);
    places.release(IN_FLIGHT);
    if (failure.get() != 0) {
      throw new ContestException("ZooKeeper answered " + Code.get(failure.get()));
    }
  }

  /** At the interface level alone. */
  @Override
  public long push(String place, Instance instance) throws InterruptedException {
    create(provider(place, new DubboEntry(instance)), instance.host(), CreateMode.EPHEMERAL);
    awaitAll();
    return System.nanoTime();
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
