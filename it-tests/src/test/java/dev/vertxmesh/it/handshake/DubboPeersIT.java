package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** Dubbo providers with Dubbo's own {@code ssl}, before agents with either engine. */
class DubboPeersIT {

  @Nested
  class Of27 extends DubboRow {
    Of27() {
      super("2.7.23");
    }
  }

  @Nested
  class Of33 extends DubboRow {
    Of33() {
      super("3.3.6");
    }

    /** Takes suites of TLS 1.2 alone, as HTTP/2 has it, and so can't be had with an older one. */
    @Override
    Running provider(Peer peer, Identity identity, Path clients, List<String> jvm) {
      return peer == Peer.TLS_1_1
          ? Running.of(TlsServer.old(vertx()))
          : super.provider(peer, identity, clients, jvm);
    }
  }

  abstract static class DubboRow extends ProviderRow {

    private final String release;

    DubboRow(String release) {
      this.release = release;
    }

    @Override
    Running provider(Peer peer, Identity identity, Path clients, List<String> jvm) {
      Provider provider = Provider.dubbo(release).group(peer.label());
      if (identity != null) {
        provider = provider.flags("--tls-cert", identity.cert() + "");
        provider = provider.flags("--tls-key", identity.key() + "");
      }
      if (clients != null) {
        provider = provider.flags("--tls-client-ca", clients + "");
      }
      DubboServer server = new DubboServer(provider, Ports.free()).jvm(jvm);
      return Running.of(server, server.port());
    }

    @Override
    String entry(String address, String group) {
      return "dubbo://" + address + "/" + Samples.HELLO + "@" + group;
    }

    @Override
    List<List<String>> agents(Path trusted) {
      return Stream.of("jdk", "openssl")
          .map(
              engine ->
                  List.of("--dubbo-tls", "--dubbo-tls-ca", trusted + "", "--tls-engine", engine))
          .toList();
    }

    /** A provider says nothing to what it takes for the beginning of a call. */
    @Override
    String words(Peer peer) {
      return peer == Peer.PLAIN_TEXT
          ? "its TLS handshake didn't come to an end"
          : super.words(peer);
    }

    @Override
    Outcome call(Agent agent, String group) {
      Answer answer = agent.http().hash("hello", "x-mesh-group", group);
      return new Outcome(answer.status() == 200, answer.body());
    }
  }
}
