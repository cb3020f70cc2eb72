package dev.vertxmesh.launch;

import dev.vertxmesh.admin.Adjustable;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What was changed about an agent while it ran, for the one that comes after a drain. */
final class HeldSettings {

  private final List<Adjustable> all;
  private List<JsonObject> values = List.of();

  /**
   * @param agent the one that there is now
   */
  HeldSettings(Supplier<Agent> agent) {
    all = CurrentAdjustable.of(agent);
  }

  List<Adjustable> all() {
    return all;
  }

  /** Holds what the agent has now. */
  synchronized void keep() {
    values = all.stream().map(Adjustable::value).toList();
  }

  /** Gives it to the agent of now. Never fails: what couldn't be said of it is tried on. */
  Future<Void> put() {
    List<JsonObject> held;
    synchronized (this) {
      held = values;
    }
    List<Future<Void>> done = new ArrayList<>();
    for (int i = 0; i < held.size(); i++) {
      done.add(all.get(i).put(held.get(i)));
    }
    return Future.join(done).<Void>mapEmpty().otherwiseEmpty();
  }
}
