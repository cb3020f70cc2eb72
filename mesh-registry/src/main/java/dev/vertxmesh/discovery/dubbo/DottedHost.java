package dev.vertxmesh.discovery.dubbo;

import io.netty.util.NetUtil;
import java.util.regex.Pattern;

/**
 * A host as everybody resolves it. Java takes an IPv4 address that is written as one number, such
 * as 2130706433, and so Dubbo registers it.
 */
public final class DottedHost {

  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{7,9}");
  private static final long LARGEST = 0xffffffffL;

  private DottedHost() {}

  /** The same, with dots if it's one number. */
  public static String of(String host) {
    return host.indexOf('.') < 0
            && NUMBER.matcher(host).matches()
            && Long.parseLong(host) <= LARGEST
        ? NetUtil.intToIpAddress((int) Long.parseLong(host))
        : host;
  }
}
