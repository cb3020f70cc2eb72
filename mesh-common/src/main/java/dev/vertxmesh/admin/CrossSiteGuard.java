package dev.vertxmesh.admin;

import dev.vertxmesh.browser.KnownHosts;
import dev.vertxmesh.browser.PageRule;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.Set;

/**
 * Which requests the admin port doesn't look at, because a page of another site may have sent them
 * through the browser of someone inside: those that change something and come from another origin,
 * and all that come under a name that such a page can have.
 */
final class CrossSiteGuard {

  /** What probes and Prometheus ask for, by whatever name; it gives little away. */
  private static final Set<String> PROBES = Set.of("/health/live", "/health/ready", "/metrics");

  private final KnownHosts hosts;
  private final PageRule pages;

  /**
   * @param hosts more names that are known
   */
  CrossSiteGuard(Collection<String> hosts) {
    this.hosts = new KnownHosts(hosts);
    this.pages = new PageRule(Set.of(), this.hosts);
  }

  /** Why it isn't looked at; null if it is. */
  String forbid(HttpServerRequest request) {
    boolean reads = isRead(request.method());
    if (reads && PROBES.contains(request.path())) {
      return null;
    }
    if (!reads && !pages.allows(request)) {
      return "not from a page of " + PageRule.sender(request);
    }
    return hosts.know(request)
        ? null
        : "host: '%s', expected an address, a name that isn't public, or one of --admin-hosts"
            .formatted(request.authority());
  }

  private static boolean isRead(HttpMethod method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }
}
