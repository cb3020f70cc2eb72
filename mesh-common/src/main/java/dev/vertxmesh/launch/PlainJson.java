package dev.vertxmesh.launch;

import io.vertx.core.json.jackson.JacksonCodec;
import io.vertx.core.spi.JsonFactory;
import io.vertx.core.spi.json.JsonCodec;

/**
 * JSON as trees and nothing else. Vert.x would take Jackson's mapper of objects as soon as it finds
 * it, which etcd4j brings along: that costs each start a third of a second, and nobody maps
 * objects.
 */
public final class PlainJson implements JsonFactory {

  @Override
  public JsonCodec codec() {
    return new JacksonCodec();
  }
}
