package dev.vertxmesh.bridge.grpc.json;

import dev.vertxmesh.call.CallFailure;
import io.vertx.core.Future;

/** Where descriptors come from. Belongs to one event loop. */
public sealed interface SchemaSource permits DescriptorSet, ReflectedSchemas {

  /** What is known of a service; fails with a {@link CallFailure} only. */
  Future<Schema> of(String service);

  /** The same when something was missing in it: known anew where that can help. */
  Future<Schema> anew(String service);
}
