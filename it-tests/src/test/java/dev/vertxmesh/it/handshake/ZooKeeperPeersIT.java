package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.OldTls;
import dev.vertxmesh.it.harness.ZooKeepers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * ZooKeepers, which let nobody in without a certificate, each with a second port that has no TLS,
 * where a test asks how many requests have come.
 */
class ZooKeeperPeersIT extends RegistryRow {

  @Override
  Store store(Peer peer, Identity identity, Path clients, Path folder, List<String> jvm) {
    List<String> flags = new ArrayList<>(jvm);
    if (peer == Peer.TLS_1_1) { // which by itself asks its JVM for 1.2 and 1.3
      flags.add("-Dzookeeper.ssl.protocol=TLSv1.1");
      flags.add("-Dzookeeper.ssl.enabledProtocols=TLSv1.1");
    }
    ZooKeepers zookeeper = new ZooKeepers(folder, 1).jvm(flags);
    return new ZooKeeper(
        identity == null ? zookeeper : zookeeper.guarded(identity, clients), identity == null);
  }

  @Override
  String url(String address, String tls) {
    return "zookeeper://%s?timeout=%d&wait=100&cache=none&%s"
        .formatted(address, ZooKeepers.SESSION_MILLIS, tls);
  }

  @Override
  String untouched() {
    return "0 requests";
  }

  private record ZooKeeper(ZooKeepers zookeeper, boolean isPlain) implements Store {

    @Override
    public void start() {
      zookeeper.start();
    }

    @Override
    public int port() {
      return isPlain ? zookeeper.plainPort() : zookeeper.guardedPort();
    }

    @Override
    public boolean isOld() {
      return OldTls.isSpokenAt(port());
    }

    @Override
    public String touched() {
      return zookeeper.members().get(0).requests() + " requests";
    }

    @Override
    public void close() {
      zookeeper.close();
    }
  }
}
