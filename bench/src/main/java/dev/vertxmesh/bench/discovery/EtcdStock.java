package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Etcd;
import dev.vertxmesh.bench.contest.Ports;
import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An etcd of one member, with agents' own entries. */
final class EtcdStock implements Stock {
  private final Etcd etcd;

  /**
   * @param program etcd's own
   */
  EtcdStock(Children children, Path program, Ports ports, Path folder)
      throws IOException, InterruptedException {
    this.etcd = Etcd.start(children, program, ports, folder);
  }

  @Override
  public Child server() {
    return etcd.process();
  }

  @Override
  public String registry(String place) {
    return etcd.registry("/" + place);
  }

  @Override
  public boolean isSelective() {
    return false;
  }

  @Override
  public void put(String place, List<Instance> instances) throws IOException, InterruptedException {
    etcd.put("/" + place, instances);
  }

  @Override
  public long push(String place, Instance instance) throws IOException, InterruptedException {
    etcd.put("/" + place, List.of(instance));
    return System.nanoTime();
  }

  @Override
  public void close() {
    // its process ends with the run
  }
}
