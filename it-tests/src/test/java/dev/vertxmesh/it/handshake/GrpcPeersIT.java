package dev.vertxmesh.it.handshake;

import static dev.vertxmesh.it.harness.GrpcServer.TEST_SERVICE;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.RawGrpc;
import java.nio.file.Path;
import java.util.List;

/** Servers of grpc-java. */
class GrpcPeersIT extends ProviderRow {

  @Override
  Running provider(Peer peer, Identity identity, Path clients, List<String> jvm) {
    GrpcServer server;
    if (identity == null) {
      server = GrpcServer.reflecting("v1");
    } else if (clients == null) {
      server = GrpcServer.reflecting(identity);
    } else {
      server = GrpcServer.reflecting(identity, clients);
    }
    return Running.of(server.jvm(jvm), server.port());
  }

  @Override
  String entry(String address, String group) {
    return "grpc://" + address + "/" + TEST_SERVICE + "@" + group;
  }

  @Override
  List<List<String>> agents(Path trusted) {
    return List.of(List.of("--grpc-tls", "--grpc-ca", trusted + ""));
  }

  @Override
  Outcome call(Agent agent, String group) {
    RawGrpc client = new RawGrpc(vertx(), agent.port());
    RawGrpc.Reply reply =
        client.call(
            "/" + TEST_SERVICE + "/EmptyCall", RawGrpc.message(), "tri-service-group", group);
    client.close();
    return new Outcome(reply.code().equals("0"), reply.message());
  }

  @Override
  String words(Peer peer) {
    return peer == Peer.WANTS_A_CERTIFICATE ? "Connection was closed" : super.words(peer);
  }
}
