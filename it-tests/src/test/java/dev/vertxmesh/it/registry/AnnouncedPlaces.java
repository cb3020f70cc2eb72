package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.NacosServer;
import dev.vertxmesh.it.harness.RegisteringProvider;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.io.IOException;
import java.util.function.ToIntFunction;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;

/**
 * A registry that Dubbo's consumers look into, and how many agents announce a service there, at
 * each of Dubbo's levels. Closed with its server.
 */
final class AnnouncedPlaces implements AutoCloseable {

  private final String agents;
  private final String dubbo;
  private final ToIntFunction<String> ofInterface;
  private final ToIntFunction<String> ofApplication;
  private final Runnable end;

  private AnnouncedPlaces(
      String agents,
      String dubbo,
      ToIntFunction<String> ofInterface,
      ToIntFunction<String> ofApplication,
      Runnable end) {
    this.agents = agents + "?wait=100&cache=none";
    this.dubbo = dubbo;
    this.ofInterface = ofInterface;
    this.ofApplication = ofApplication;
    this.end = end;
  }

  /**
   * @param zookeeper which runs
   */
  static AnnouncedPlaces in(ZooKeepers zookeeper) {
    return new AnnouncedPlaces(
        "zookeeper://" + zookeeper.hosts(),
        zookeeper.dubboUrl(),
        service -> children(zookeeper, "/dubbo/" + service + "/providers"),
        service -> children(zookeeper, "/services/vertx-mesh." + service),
        zookeeper::close);
  }

  /**
   * @param nacos which runs
   */
  static AnnouncedPlaces in(NacosServer nacos) {
    return new AnnouncedPlaces(
        "nacos://" + nacos.address(),
        "nacos://" + nacos.address(),
        service -> nacos.instances("providers:" + service + "::"),
        service -> nacos.instances("vertx-mesh." + service),
        nacos::close);
  }

  /** How many there are below a node; -1 if it isn't there, or ZooKeeper isn't. */
  static int children(ZooKeepers zookeeper, String path) {
    try {
      ZooKeeper person = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
      try {
        return person.getChildren(path, false).size();
      } catch (KeeperException e) {
        return -1;
      } finally {
        person.close();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its URL, as agents have it. */
  String agents() {
    return agents;
  }

  /** Its URL, as Dubbo has it. */
  String dubbo() {
    return dubbo;
  }

  int ofInterface(String service) {
    return ofInterface.applyAsInt(service);
  }

  int ofApplication(String service) {
    return ofApplication.applyAsInt(service);
  }

  /** A consumer of 3.3.6 that finds a service here, and makes generic calls of it. */
  GenericCalls calls(String service, String step) {
    return RegisteringProvider.calls(dubbo, service, step);
  }

  @Override
  public void close() {
    end.run();
  }
}
