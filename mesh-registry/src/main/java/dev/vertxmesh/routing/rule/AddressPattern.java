package dev.vertxmesh.routing.rule;

import java.util.regex.Pattern;

/**
 * Addresses as rules write them: {@code 10.0.0.1:20880}, {@code 10.0.0.1}, {@code 10.0.*.*:20880},
 * {@code 10.0.0.1-9}, {@code 10.0.0.0/24}, {@code *:20880} and {@code 0.0.0.0:20880}; an IPv6
 * address with a port has brackets.
 */
public final class AddressPattern {

  private static final Pattern V4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern PORT = Pattern.compile("\\d{1,5}");

  private final String host;
  private final String port;

  /** Of the host, where there's more to see than whether it's the same. */
  private final String[] parts;

  private AddressPattern(String host, String port) {
    this.host = host;
    this.port = port;
    boolean isSame = host.indexOf('*') < 0 && host.indexOf('-') < 0;
    this.parts = isSame ? null : host.split("\\.", -1);
  }

  public static AddressPattern parse(String text) {
    int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
    if (bracket > 0) {
      String port = text.substring(bracket + 1);
      return new AddressPattern(text.substring(1, bracket), portOf(port));
    }
    if (text.indexOf(':') != text.lastIndexOf(':')) {
      return new AddressPattern(text, "");
    }
    int colon = text.lastIndexOf(':');
    if (colon > 0 && text.endsWith(":*")) {
      return new AddressPattern(text.substring(0, colon), "");
    }
    boolean hasPort = colon > 0 && PORT.matcher(text.substring(colon + 1)).matches();
    return hasPort
        ? new AddressPattern(text.substring(0, colon), text.substring(colon + 1))
        : new AddressPattern(text, "");
  }

  /** Of {@code :20880}; empty for any. */
  private static String portOf(String text) {
    boolean isAny = text.isEmpty() || text.equals(":*");
    return isAny ? "" : text.substring(1);
  }

  public boolean matches(RouteCandidate candidate) {
    boolean isThere = port.isEmpty() || port.equals(Integer.toString(candidate.port()));
    return isThere && isOn(candidate.host());
  }

  /** Whether it's the machine, whatever the port is. */
  public boolean isOn(String at) {
    if (host.equals(at) || host.equals("*") || host.equals("0.0.0.0")) {
      return true;
    }
    if (host.indexOf('/') > 0) {
      return isInNetwork(at);
    }
    return parts != null && V4.matcher(at).matches() && matchesParts(parts, at.split("\\."));
  }

  private static boolean matchesParts(String[] patterns, String[] parts) {
    if (patterns.length != parts.length) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      if (!matchesPart(patterns[i], parts[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean matchesPart(String pattern, String part) {
    int dash = pattern.indexOf('-');
    if (pattern.equals("*") || pattern.equals(part)) {
      return true;
    }
    if (dash <= 0 || !isByte(pattern.substring(0, dash)) || !isByte(pattern.substring(dash + 1))) {
      return false;
    }
    int number = Integer.parseInt(part);
    return number >= Integer.parseInt(pattern.substring(0, dash))
        && number <= Integer.parseInt(pattern.substring(dash + 1));
  }

  private static boolean isByte(String text) {
    return text.matches("\\d{1,3}");
  }

  private boolean isInNetwork(String at) {
    int slash = host.indexOf('/');
    String network = host.substring(0, slash);
    String bits = host.substring(slash + 1);
    if (!V4.matcher(network).matches() || !V4.matcher(at).matches() || !bits.matches("\\d{1,2}")) {
      return false;
    }
    int shift = 32 - Math.min(32, Integer.parseInt(bits));
    return number(network) >> shift == number(at) >> shift;
  }

  private static long number(String address) {
    long number = 0;
    for (String part : address.split("\\.")) {
      number = number << 8 | Integer.parseInt(part);
    }
    return number;
  }
}
