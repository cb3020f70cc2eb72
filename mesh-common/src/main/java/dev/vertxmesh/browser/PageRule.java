package dev.vertxmesh.browser;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Set;

/**
 * Whose pages may ask here. A browser says of each request that may change something from which
 * origin its page is (RFC 6454), and, where the connection can be trusted, how that origin is
 * related to this one ({@code Sec-Fetch-Site}, Fetch Metadata). No page can say so itself.
 */
public final class PageRule {

  /** Stands for every origin. */
  public static final String ANY = "*";

  private static final CharSequence SITE = HttpHeaders.createOptimized("sec-fetch-site");

  private final Set<String> origins;
  private final KnownHosts hosts;

  /**
   * @param origins that may, besides this one; {@link #ANY} among them for all
   * @param hosts under which this one is known
   */
  public PageRule(Set<String> origins, KnownHosts hosts) {
    this.origins = origins;
    this.hosts = hosts;
  }

  /** Whether a browser says that a page has sent it. */
  public static boolean isPages(HttpServerRequest request) {
    return request.headers().contains(SITE) || request.headers().contains(HttpHeaders.ORIGIN);
  }

  /** Whether no page has sent it, or one that may. */
  public boolean allows(HttpServerRequest request) {
    String site = request.getHeader(SITE);
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (site == null && origin == null) {
      return true;
    }
    if (origins.contains(ANY) || origin != null && origins.contains(origin)) {
      return true;
    }
    // a browser tells it over TLS and to localhost only, where no name can be rebound
    return site == null ? isOwn(origin, request) : isOwn(site);
  }

  private static boolean isOwn(String site) {
    return site.equals("same-origin") || site.equals("none");
  }

  private boolean isOwn(String origin, HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority != null && origin.endsWith("://" + authority) && hosts.know(authority.host());
  }

  /** Who sent it, for a person to read. */
  public static String sender(HttpServerRequest request) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin == null ? "another site" : origin;
  }
}
