package dev.vertxmesh.kvstore;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A store that serves on a free port of the loopback interface. */
public final class RunningStore implements AutoCloseable {
  private final Vertx vertx;
  private final KvStoreVerticle verticle;

  private RunningStore(Vertx vertx, KvStoreVerticle verticle) {
    this.vertx = vertx;
    this.verticle = verticle;
  }

  /** Without delays, where the config doesn't say otherwise. */
  public static RunningStore start(JsonObject config) throws Exception {
    Vertx vertx = Processes.vertx(1);
    KvStoreVerticle verticle = new KvStoreVerticle();
    JsonObject whole =
        new JsonObject().put("port", 0).put("readDelay", 0).put("writeDelay", 0).mergeIn(config);
    try {
      get(vertx.deployVerticle(verticle, new DeploymentOptions().setConfig(whole)));
      return new RunningStore(vertx, verticle);
    } catch (Exception e) {
      get(vertx.close());
      throw e;
    }
  }

  public static RunningStore start() throws Exception {
    return start(new JsonObject());
  }

  private static <T> T get(Future<T> future) throws Exception {
    try {
      return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  public int port() {
    return verticle.port();
  }

  public JavaClient client() {
    return new JavaClient(port());
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(100, TimeUnit.SECONDS).join();
  }
}
