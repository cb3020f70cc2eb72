package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** Etcds, each with a second door that has no TLS, where a test asks how many calls have come. */
class EtcdPeersIT {

  @Nested
  class Of34 extends EtcdRow {
    Of34() {
      super(EtcdRelease.V3_4);
    }
  }

  @Nested
  class Of36 extends EtcdRow {
    Of36() {
      super(EtcdRelease.V3_6);
    }
  }

  abstract static class EtcdRow extends RegistryRow {

    private final EtcdRelease release;

    EtcdRow(EtcdRelease release) {
      this.release = release;
    }

    /** Go's TLS has been 1.2 at least since etcd 3.4. */
    @Override
    Store store(Peer peer, Identity identity, Path clients, Path folder, List<String> jvm) {
      if (peer == Peer.TLS_1_1) {
        return new OldStore(TlsServer.old(vertx()));
      }
      Etcd etcd = new Etcd(release, folder, 1);
      return new EtcdStore(
          identity == null
              ? etcd
              : etcd.guarded(identity, peer == Peer.WANTS_A_CERTIFICATE ? clients : null),
          identity == null);
    }

    @Override
    String url(String address, String tls) {
      return "etcd://" + address + "/p?wait=100&cache=none&" + tls;
    }

    @Override
    String untouched() {
      return "0 calls";
    }
  }

  private record EtcdStore(Etcd etcd, boolean isPlain) implements RegistryRow.Store {

    @Override
    public void start() {
      etcd.start();
    }

    @Override
    public int port() {
      return isPlain ? etcd.plainPort() : etcd.guardedPort();
    }

    @Override
    public boolean isOld() {
      return false;
    }

    @Override
    public String touched() {
      return "%.0f calls".formatted(etcd.calls());
    }

    @Override
    public void close() {
      etcd.close();
    }
  }

  /** What isn't TLS counts as a call. */
  private record OldStore(TlsServer server) implements RegistryRow.Store {

    @Override
    public void start() {}

    @Override
    public int port() {
      return server.port();
    }

    @Override
    public boolean isOld() {
      return true;
    }

    @Override
    public String touched() {
      return server.inPlainText() + " calls";
    }

    @Override
    public void close() {}
  }
}
