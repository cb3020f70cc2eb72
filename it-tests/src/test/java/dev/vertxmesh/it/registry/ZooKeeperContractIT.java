package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.ZooKeepers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What every registry promises, of the agents' own layout in ZooKeeper. */
@TestInstance(Lifecycle.PER_CLASS)
class ZooKeeperContractIT extends RegistryContract {

  private static final AtomicInteger ROOTS = new AtomicInteger();

  private ZooKeepers zookeeper;
  private ZooKeeper person;
  private Path cache;
  private String root;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    cache = folder.resolve("cache");
    person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
  }

  @AfterAll
  void stop() throws InterruptedException {
    if (person != null) {
      person.close();
    }
    if (zookeeper != null) {
      zookeeper.close();
    }
  }

  @BeforeEach
  void otherRoot() {
    root = "/r" + ROOTS.incrementAndGet();
  }

  @Override
  String url() {
    return "zookeeper://%s?agents=%s&timeout=%d&wait=100&cache=%s"
        .formatted(zookeeper.hosts(), root, ZooKeepers.SESSION_MILLIS, cache);
  }

  @Override
  Keys keys() {
    String folder = root + "/instances/";
    return new Keys() {
      @Override
      public void put(String name, String value) {
        byte[] data = value.getBytes(StandardCharsets.UTF_8);
        done(() -> person.create(folder + name, data, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
      }

      @Override
      public void edit(String name, String value) {
        done(() -> person.setData(folder + name, value.getBytes(StandardCharsets.UTF_8), -1));
      }

      @Override
      public void delete(String name) {
        done(
            () -> {
              person.delete(folder + name, -1);
              return null;
            });
      }
    };
  }

  private interface Work {
    Object run() throws KeeperException, InterruptedException;
  }

  private static void done(Work work) {
    try {
      work.run();
    } catch (KeeperException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
