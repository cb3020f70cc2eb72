package dev.vertxmesh.links;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** An instance and the way to it, for as long as the registry tells of it. */
sealed interface RemoteEndpoint extends Endpoint, IdleLink
    permits LinkEndpoint, DirectEndpoint, SleepingEndpoint, RefusedEndpoint {

  /** As the registry told of it last. */
  Instance instance();

  @Override
  default int weight() {
    return instance().weight();
  }

  @Override
  default Map<String, String> tags() {
    return instance().tags();
  }

  @Override
  default long startedAtMillis() {
    return instance().startedAtMillis();
  }

  /** As the registry tells it, unless the endpoint knows better. */
  @Override
  default int reportedLimit() {
    return instance().limit();
  }

  @Override
  default long serviceNanos() {
    return 0;
  }

  /** Never, unless it can be woken without being asked anew what it exports. */
  @Override
  default boolean isAsleep() {
    return false;
  }

  @Override
  default Future<Void> wake() {
    return Future.succeededFuture();
  }

  /** What can be called there now. */
  default List<ServiceKey> services() {
    return instance().services();
  }

  /** The registry tells anew of this address. */
  void update(Instance told);

  /** The registry doesn't tell of it any more: what is in flight ends, nothing new begins. */
  void remove();

  /** Ends it at once. */
  void close();

  /**
   * Time has passed: who wasn't called for so many ticks in a row may give the way up.
   *
   * @param most from 1
   */
  default void tick(int most) {}

  EndpointView view();
}
