package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Supplier;

/** What can be changed about the agent that is there now: another one since the last drain. */
record CurrentAdjustable(String path, Supplier<Agent> agent) implements Adjustable {

  static List<Adjustable> of(Supplier<Agent> agent) {
    return agent.get().adjustables().stream()
        .<Adjustable>map(one -> new CurrentAdjustable(one.path(), agent))
        .toList();
  }

  private Adjustable current() {
    return agent.get().adjustables().stream()
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public JsonObject value() {
    return current().value();
  }

  @Override
  public Future<Void> put(JsonObject value) {
    return current().put(value);
  }
}
