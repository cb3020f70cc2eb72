package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.List;

/** The filters of plugins as one layer of an event loop's path; nothing if there are none. */
public final class PluginFilters implements Filter {

  private final List<GuardedFilter> filters;
  private final Filter chain;

  PluginFilters(List<GuardedFilter> filters) {
    this.filters = filters;
    this.chain = Filter.of(filters.toArray(Filter[]::new));
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    return chain.apply(call, next);
  }

  @Override
  public Caller over(Caller next) {
    return chain.over(next);
  }

  /** On the event loop. */
  public void close() {
    filters.forEach(GuardedFilter::close);
  }
}
