package dev.vertxmesh.provider;

import dev.vertxmesh.launch.EmbeddedAgent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;

/** The provider agent inside a program: docs/embedding.md. */
public final class MeshProvider {

  private MeshProvider() {}

  /**
   * Starts one, and completes when it listens and knows what its provider serves; may be called on
   * any thread.
   *
   * @param settings by the names that the file of {@code --config} has
   * @return fails with the words that the command line prints
   */
  public static Future<EmbeddedAgent> start(Vertx vertx, JsonObject settings) {
    ProviderOptions options = new ProviderOptions();
    return EmbeddedAgent.start(
        vertx, "mesh-provider", options, context -> new ProviderAgent(options, context), settings);
  }
}
