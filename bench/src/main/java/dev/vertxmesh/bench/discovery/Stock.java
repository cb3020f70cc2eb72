package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A real registry, and what is put into it: several places, of which none sees another. */
interface Stock extends AutoCloseable {

  /** How many ports one needs. */
  int PORTS = 2;

  /** Its only server. */
  Child server();

  /** As agents are told of a place. */
  String registry(String place);

  /** The same as a consumer of Dubbo 3.3.6 is told; null where it brings no such registry. */
  default String dubboRegistry(String place) {
    return null;
  }

  /** Whether agents follow only what they're told to. */
  boolean isSelective();

  /** Puts them there; each has one service. */
  void put(String place, List<Instance> instances) throws IOException, InterruptedException;

  /**
   * Sees to it that a service may be there soon: some registries tell of an instance at once, but
   * not of a service.
   */
  default void announce(String place, Instance instance) throws IOException, InterruptedException {}

  /**
   * Puts one there.
   *
   * @return when the registry sent it, by {@link System#nanoTime()}: a client of the bench's own
   *     was told, or the registry had answered, which is earlier
   */
  long push(String place, Instance instance) throws IOException, InterruptedException;

  @Override
  void close();

  /** Which there are. */
  enum Kind {
    etcd,
    zookeeper,
    nacos;

    Stock start(Children children, DiscoveryOptions options, Ports ports, Path folder)
        throws IOException, InterruptedException {
      return switch (this) {
        case etcd -> new EtcdStock(children, options.etcd, ports, folder);
        case zookeeper -> new ZooKeeperStock(children, ports, folder);
        case nacos -> new NacosStock(children, folder);
      };
    }
  }
}
