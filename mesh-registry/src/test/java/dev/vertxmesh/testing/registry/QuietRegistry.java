package dev.vertxmesh.testing.registry;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/** Has nothing, takes nothing and is well; a test overrides what it's about. */
public class QuietRegistry implements Registry {

  @Override
  public Future<Registration> announce(Instance instance) {
    return Future.failedFuture("not here");
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    return Future.succeededFuture();
  }

  @Override
  public String describe() {
    return "told";
  }

  @Override
  public long ageMillis() {
    return 0;
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public int malformed() {
    return 0;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
