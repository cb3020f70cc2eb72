package dev.vertxmesh.launch;

import io.vertx.core.json.jackson.JacksonCodec;
import io.vertx.core.json.jackson.JacksonFactory;
import io.vertx.core.spi.JsonFactory;
import io.vertx.core.spi.json.JsonCodec;

/**
 * JSON as trees and nothing else, where the JVM is an agent's own. Vert.x would take Jackson's
 * mapper of objects as soon as it finds it, which etcd4j brings along: that costs each start a
 * third of a second, and nobody maps objects.
 */
public final class PlainJson implements JsonFactory {

  private static volatile boolean preferred;

  /** To be called before anything asks for JSON. */
  static void prefer() {
    preferred = true;
  }

  /** A program that an agent is inside of may map objects, so it gets what Vert.x gives it. */
  @Override
  public JsonCodec codec() {
    return preferred ? new JacksonCodec() : JacksonFactory.INSTANCE.codec();
  }
}
