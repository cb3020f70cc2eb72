package dev.vertxmesh.address;

import java.util.regex.Pattern;

/**
 * An address to connect to.
 *
 * @param host a name or an address; an IPv6 address without brackets
 */
public record HostPort(String host, int port) {

  /** The largest port. */
  public static final int LARGEST_PORT = 65_535;

  private static final int LONGEST_HOST = 255;
  private static final Pattern DIGITS = Pattern.compile("\\d{1,5}");

  /**
   * Reads {@code HOST:PORT}; an IPv6 address stands in brackets, as in {@code [::1]:30000}.
   *
   * @throws IllegalArgumentException saying what was given and what is expected
   */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    if (text.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "'" + text + "' has a '/' in it, expected HOST:PORT and nothing else");
    } else if (colon < 0) {
      String what = DIGITS.matcher(text).matches() ? "host" : "port";
      throw new IllegalArgumentException(
          "'" + text + "' has no " + what + ", expected HOST:PORT, such as 127.0.0.1:20880");
    }
    String host = host(text.substring(0, colon));
    if (!isHost(host)) {
      throw new IllegalArgumentException(
          "'" + text + "' has no host, expected HOST:PORT, an IPv6 address in brackets");
    }
    return new HostPort(host, port(text.substring(colon + 1)));
  }

  /** Whether it may stand for a host: a name or an address. */
  public static boolean isHost(String text) {
    boolean holds = !text.isEmpty() && text.length() <= LONGEST_HOST;
    for (int i = 0; holds && i < text.length(); i++) {
      char c = text.charAt(i);
      holds =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '-' && c <= ':' && c != '/')
              || c == '_'
              || c == '%';
    }
    return holds;
  }

  private static String host(String text) {
    if (text.startsWith("[") && text.endsWith("]")) {
      return text.substring(1, text.length() - 1);
    }
    return text.contains(":") ? "" : text;
  }

  private static int port(String text) {
    int port = DIGITS.matcher(text).matches() ? Integer.parseInt(text) : 0;
    if (port < 1 || port > LARGEST_PORT) {
      throw new IllegalArgumentException(
          "port is '" + text + "', expected a whole number from 1 to " + LARGEST_PORT);
    }
    return port;
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
