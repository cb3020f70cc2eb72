package dev.vertxmesh.consumer;

import dev.vertxmesh.launch.EmbeddedAgent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/** The consumer agent inside a program: docs/embedding.md. */
public final class MeshConsumer {

  private MeshConsumer() {}

  /**
   * Starts one, and completes when it takes calls; may be called on any thread.
   *
   * @param settings by the names that the file of {@code --config} has
   * @return fails with the words that the command line prints
   */
  public static Future<EmbeddedAgent> start(Vertx vertx, JsonObject settings) {
    ConsumerOptions options = new ConsumerOptions();
    return EmbeddedAgent.start(
        vertx, "mesh-consumer", options, context -> new ConsumerAgent(options, context), settings);
  }
}
