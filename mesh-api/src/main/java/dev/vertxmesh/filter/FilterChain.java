package dev.vertxmesh.filter;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Future;
import java.util.List;

/** Layers that lie one on the other. */
final class FilterChain implements Filter {

  private final List<Filter> layers;

  /**
   * @param topToBottom none of them null
   */
  FilterChain(Filter... topToBottom) {
    this.layers = List.of(topToBottom);
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    return over(next).call(call);
  }

  @Override
  public Caller over(Caller next) {
    Caller top = next;
    for (int i = layers.size() - 1; i >= 0; i--) {
      top = layers.get(i).over(top);
    }
    return top;
  }
}
