package dev.vertxmesh.samples.plugin;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.plugin.AgentKind;
import dev.vertxmesh.plugin.FilterPlugin;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Set;

/**
 * Lets calls pass whose header x-api-key is the key that {@code --plugin-set api-keys.key} says.
 */
public final class ApiKeys implements FilterPlugin {

  private String key;

  @Override
  public String name() {
    return "api-keys";
  }

  @Override
  public Set<String> settings() {
    return Set.of("key");
  }

  @Override
  public void configure(Map<String, String> given) {
    key = given.get("key");
    if (key == null) {
      throw new IllegalArgumentException("--plugin-set api-keys.key=KEY is missing");
    }
  }

  @Override
  public Set<AgentKind> agents() {
    return Set.of(AgentKind.CONSUMER);
  }

  @Override
  public Filter make(Vertx vertx) {
    return (call, next) -> {
      CallRecord record = call.record();
      if (record.origin().protocol() == WireProtocol.NONE) {
        return next.call(call); // the agent's own question
      }
      if (!key.equals(record.origin().header("x-api-key"))) {
        return Future.failedFuture(
            new CallFailure(Status.DENIED, "api-keys", "x-api-key: expected the key of this shop"));
      }
      record.identity("shop");
      return next.call(call);
    };
  }
}
