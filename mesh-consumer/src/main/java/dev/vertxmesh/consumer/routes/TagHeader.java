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

  public TagHeader(String header) {
    this.header = header.toLowerCase(Locale.ROOT);
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    String tag = call.record().origin().header(header);
    if (isTag(tag)) {
      call.attach(RouteRequest.TAG, tag);
    }
    return next.call(call);
  }

  /** Whether a header's value, null for none, says a tag. */
  static boolean isTag(String value) {
    return value != null && !value.isEmpty() && value.length() <= LONGEST;
  }
}
