package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.vertx.core.Future;
import java.util.Locale;

/**
 * A header that says which tag a call is for becomes the attachment by which Dubbo knows it. From
 * there on it is that attachment to all: access rules, routing, and whether a provider may be given
 * it.
 */
public final class TagHeader implements Filter {

  private static final int LONGEST = 200;

  private final String header;

  /**
   * @param header null for none
   */
  public TagHeader(String header) {
    this.header = header == null ? null : header.toLowerCase(Locale.ROOT);
  }

  /** Without a header no call passes it. */
  @Override
  public Caller over(Caller next) {
    return header == null ? next : Filter.super.over(next);
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    String tag = call.record().origin().header(header);
    if (tag != null && !tag.isEmpty() && tag.length() <= LONGEST) {
      call.attach(RouteRequest.TAG, tag);
    }
    return next.call(call);
  }
}
