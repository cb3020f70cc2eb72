package dev.vertxmesh.it.security;

import static dev.vertxmesh.it.harness.GrpcServer.TEST_SERVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.ZooKeepers;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gRPC server of grpc-java that stands in ZooKeeper and has no agent, before a consumer agent
 * whose links are encrypted: over TLS it's called, if it's the one that it should be.
 */
class GrpcStraightTlsIT {

  private static final String PROVIDERS = "/dubbo/" + TEST_SERVICE + "/providers";
  private static final String CALL = "/" + TEST_SERVICE + "/EmptyCall";

  private static final Vertx vertx = Vertx.vertx();
  private static Authority ours;
  private static Authority theirs;
  private static ZooKeepers zookeeper;
  private static ZooKeeper session;
  private static Agent consumer;
  private static RawGrpc client;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    ours = Authority.elliptic(folder, "ours");
    theirs = Authority.elliptic(folder, "theirs");
    Identity agent = ours.issue("agent", "dns:agent");
    zookeeper = new ZooKeepers(folder.resolve("data"), 1).start();
    session = new ZooKeeper(zookeeper.hosts(), ZooKeepers.SESSION_MILLIS, event -> {});
    consumer =
        Agent.of(
            "mesh-consumer",
            "--registry",
            "zookeeper://%s?wait=100&cache=none".formatted(zookeeper.hosts()),
            "--subscribe",
            TEST_SERVICE,
            "--grpc-tls",
            "--grpc-ca",
            ours.cert() + "",
            "--link-tls-cert",
            agent.cert() + "",
            "--link-tls-key",
            agent.key() + "",
            "--link-tls-ca",
            ours.cert() + "");
    consumer.start();
    client = new RawGrpc(vertx, consumer.port());
  }

  @AfterAll
  static void close() throws Exception {
    consumer.close();
    session.close();
    zookeeper.close();
    RawGrpc.get(vertx.close());
  }

  /** As a Triple provider of Dubbo's registers itself; returns where it stands. */
  private static String register(int port) throws Exception {
    String url = "tri://127.0.0.1:%d/%s?side=provider".formatted(port, TEST_SERVICE);
    String path = "";
    for (String name : PROVIDERS.substring(1).split("/")) {
      path += "/" + name;
      try {
        create(path, CreateMode.PERSISTENT);
      } catch (KeeperException.NodeExistsException e) {
        // by the one before
      }
    }
    String entry = PROVIDERS + "/" + URLEncoder.encode(url, StandardCharsets.UTF_8);
    create(entry, CreateMode.EPHEMERAL);
    return entry;
  }

  private static void create(String path, CreateMode mode) throws Exception {
    session.create(path, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, mode);
  }

  private static String state() {
    return consumer.topology().getJsonArray("services").stream()
        .flatMap(one -> ((JsonObject) one).getJsonArray("endpoints").stream())
        .map(
            one ->
                ((JsonObject) one).getString("state") + ": " + ((JsonObject) one).getString("note"))
        .findFirst()
        .orElse("none");
  }

  @Test
  void theRightOneIsCalled() throws Exception {
    try (GrpcServer server = GrpcServer.reflecting(ours.issue("server", "ip:127.0.0.1"))) {
      server.start();
      String entry = register(server.port());
      await()
          .untilAsserted(
              () -> {
                RawGrpc.Reply reply = client.call(CALL, RawGrpc.message(new byte[0]));
                assertThat(reply.code()).as(reply.message()).isEqualTo("0");
              });
      session.delete(entry, -1);
      await().until(() -> state().equals("none"));
    }
  }

  private static void isLeft(GrpcServer server, String words) throws Exception {
    try (server) {
      server.start();
      String entry = register(server.port());
      await()
          .untilAsserted(
              () -> {
                RawGrpc.Reply reply = client.call(CALL, RawGrpc.message(new byte[0]));
                assertThat(reply.code()).as(reply.message()).isEqualTo("14");
                assertThat(reply.message()).contains(words);
              });
      session.delete(entry, -1);
      await().until(() -> state().equals("none"));
    }
  }

  @Test
  void oneOfAnotherAuthorityIsLeft() throws Exception {
    Identity identity = theirs.issue("server", "ip:127.0.0.1");
    isLeft(
        GrpcServer.reflecting(identity),
        "its certificate isn't of an authority that is trusted here");
  }

  @Test
  void oneOfAnotherNameIsLeft() throws Exception {
    Identity identity = ours.issue("server", "ip:10.0.0.1");
    isLeft(GrpcServer.reflecting(identity), "its certificate is no good: No subject alternative");
  }

  @Test
  void oneInPlainTextIsLeft() throws Exception {
    isLeft(GrpcServer.reflecting("v1"), "it speaks plain text, expected TLS");
  }
}
