package dev.vertxmesh.browser;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names under which a port may be asked. A page can have its own name resolve to this machine's
 * address (DNS rebinding), and is of the same origin then; but only a name of the public DNS does
 * that. So addresses are known, and names that the public DNS doesn't have: those without a dot,
 * and those below the domains that are for private use (RFC 6761, RFC 6762, ICANN's .internal) or
 * that Kubernetes has in a cluster.
 */
public final class KnownHosts {

  private static final String[] PRIVATE = {".localhost", ".local", ".internal", ".svc"};

  private final Set<String> named;

  /**
   * @param named more names that are known
   */
  public KnownHosts(Collection<String> named) {
    this.named = named.stream().map(KnownHosts::plain).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Whether a request is for a known name; one that doesn't say for whom it is comes from no page.
   */
  public boolean know(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority == null
        ? !request.headers().contains(HttpHeaders.HOST)
        : know(authority.host());
  }

  boolean know(String host) {
    String name = plain(host);
    return !name.contains(".")
        || named.contains(name)
        || NetUtil.isValidIpV4Address(name)
        || isAddress(name)
        || isPrivate(name);
  }

  private static boolean isPrivate(String name) {
    for (String domain : PRIVATE) {
      if (name.endsWith(domain)) {
        return true;
      }
    }
    return false;
  }

  /** Of IPv6, with an IPv4 address at its end. */
  private static boolean isAddress(String name) {
    return name.startsWith("[") || NetUtil.isValidIpV6Address(name);
  }

  private static String plain(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }
}
