package dev.vertxmesh.ingress;

import dev.vertxmesh.browser.KnownHosts;
import dev.vertxmesh.browser.PageRule;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.BiConsumer;

/**
 * Keeps pages of other origins from calling: without being asked first, a browser sends what they
 * like as text or as a form, and the call is made though the page can't read its answer. And, where
 * it's told the names that this agent has, requests by any other name.
 */
public final class PageGuard implements Handler<HttpServerRequest> {

  private static final int FORBIDDEN = 403;

  private final PageRule rule;
  private final KnownHosts hosts;
  private final String where;
  private final CallPath path;
  private final BiConsumer<Call, String> record;
  private final Handler<HttpServerRequest> next;

  /**
   * @param rule says which pages may
   * @param hosts under which requests may come; null for any
   * @param where this agent, for problems
   * @param path is told of those that may not
   * @param record is also told which are refused, and why
   * @param next takes every request that isn't such a page's
   */
  public PageGuard(
      PageRule rule,
      KnownHosts hosts,
      String where,
      CallPath path,
      BiConsumer<Call, String> record,
      Handler<HttpServerRequest> next) {
    this.rule = rule;
    this.hosts = hosts;
    this.where = where;
    this.path = path;
    this.record = record;
    this.next = next;
  }

  @Override
  public void handle(HttpServerRequest request) {
    boolean isPages = PageRule.isPages(request);
    if (isPages) {
      request.response().putHeader("x-content-type-options", "nosniff");
    }
    if (isPages && !rule.allows(request)) {
      String detail =
          "origin: a page of %s, expected one of this agent's own address or of --cors-origin"
              .formatted(PageRule.sender(request));
      refuse(request, "Not from this page", detail);
    } else if (hosts != null && !hosts.know(request)) {
      String detail =
          "host: '%s', expected an address, a name that isn't public, or one of --hosts"
              .formatted(request.authority());
      refuse(request, "Not by this name", detail);
    } else {
      next.handle(request);
    }
  }

  private void refuse(HttpServerRequest request, String title, String detail) {
    RequestOrigin origin = new RequestOrigin(WireProtocol.HTTP, request);
    CallFailure failure = new CallFailure(Status.DENIED, where, detail);
    Call unmade = Call.unmade(Target.NONE, origin, System.nanoTime(), failure);
    record.accept(unmade, detail);
    path.ended(unmade);
    Problem.of(FORBIDDEN, Status.DENIED, title, where, detail)
        .send(request.response(), unmade.id());
  }
}
