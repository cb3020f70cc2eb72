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

/**
 * What every registry promises, of the agents' own layout in ZooKeeper; one ZooKeeper for all
 * tests, a root each.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ZooKeeperContract extends RegistryContract {

  private static final AtomicInteger ROOTS = new AtomicInteger();

  private final Release release;
  private final int members;
  private ZooKeepers zookeeper;
  private Path cache;
  private String root;

  /** How one of a release is made. */
  interface Release {
    ZooKeepers of(Path data, int members);
  }

  ZooKeeperContract(Release release, int members) {
    this.release = release;
    this.members = members;
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    zookeeper = release.of(folder.resolve("data"), members).start();
    cache = folder.resolve("cache");
  }

  final ZooKeepers zookeeper() {
    return zookeeper;
  }

  @AfterAll
  void stop() {
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
        done(
            person ->
                person.create(folder + name, data, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
      }

      @Override
      public void edit(String name, String value) {
        done(person -> person.setData(folder + name, value.getBytes(StandardCharsets.UTF_8), -1));
      }

      @Override
      public void delete(String name) {
        done(
            person -> {
              person.delete(folder + name, -1);
              return null;
            });
      }
    };
  }

  private interface Work {
    Object run(ZooKeeper person) throws KeeperException, InterruptedException;
  }

  /** In a session of its own: a machine that stands still for seconds ends those that are idle. */
  private void done(Work work) {
    try {
      ZooKeeper person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
      try {
        work.run(person);
      } finally {
        person.close();
      }
    } catch (KeeperException | IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
