package dev.vertxmesh.plugin;

import dev.vertxmesh.filter.Filter;
import io.vertx.core.Vertx;
import java.util.Set;

/**
 * A layer of somebody else's in the path of every call.
 *
 * <p>It stands under the meter and, in the consumer agent, under the deadline; above what makes
 * calls again and what lets them in. Several stand in the order of their jars. Requests that are no
 * calls, such as one for a path that nobody serves, don't come here; questions that the agent asks
 * a provider itself do, with {@link dev.vertxmesh.call.WireProtocol#NONE}.
 *
 * <p>What the agent does for it, other than for a layer of its own:
 *
 * <ul>
 *   <li>It <b>releases nothing</b> that it's handed. A call that it doesn't hand on, and a reply
 *       that it got and doesn't pass on as it is, the agent releases when the filter's future
 *       completes. A filter that wraps such a buffer in one of its own retains it.
 *   <li>It may complete its future, and hand the call on, on any thread; the agent goes back to the
 *       call's event loop.
 *   <li>Where it throws, answers null, or fails with anything but a {@link
 *       dev.vertxmesh.call.CallFailure}, the call ends with {@code INTERNAL} and the plugin's name.
 *   <li>Where it never completes, the call ends when its deadline passes or its caller leaves.
 * </ul>
 */
public interface FilterPlugin extends Plugin {

  /** In which agents it stands; in the other one it's not made. */
  Set<AgentKind> agents();

  /**
   * Makes the filter of one event loop, on that loop; must not block. One that is {@link
   * AutoCloseable} is closed on it when the agent ends.
   *
   * @throws IllegalArgumentException for what keeps the agent from starting
   */
  Filter make(Vertx vertx);
}
