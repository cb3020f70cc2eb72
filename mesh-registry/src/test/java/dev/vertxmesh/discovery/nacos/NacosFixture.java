package dev.vertxmesh.discovery.nacos;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.FakeNacos;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A session with a server that answers what a test has it answer. */
abstract class NacosFixture {

  private final Vertx vertx = Vertx.vertx();
  final FakeNacos fake = FakeNacos.start(vertx);
  final RegistryThread worker = RegistryThread.ofThread("test-nacos");
  final NacosSession session;

  NacosFixture() {
    this("");
  }

  /**
   * @param namespace its id; empty for the one that everybody has
   */
  NacosFixture(String namespace) {
    NacosServers servers =
        new NacosServers(List.of(fake.address()), 0, null, "", null, null, "10.0.0.7");
    session =
        new NacosSession(
            new NacosClient(vertx, servers, worker, 60_000),
            new NacosPlace(namespace, "DEFAULT_GROUP"),
            worker,
            1);
  }

  @AfterEach
  void close() {
    session.leave();
    fake.stop();
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }

  /** What a request says. */
  static JsonObject body(Payload request) {
    return new JsonObject(Buffer.buffer(request.getBody().getValue().toByteArray()));
  }

  static JsonObject done() {
    return new JsonObject().put("resultCode", 200);
  }

  static JsonObject refusal(int code, String why) {
    return new JsonObject().put("resultCode", 500).put("errorCode", code).put("message", why);
  }
}
