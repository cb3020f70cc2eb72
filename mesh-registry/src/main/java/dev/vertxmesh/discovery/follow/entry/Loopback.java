package dev.vertxmesh.discovery.follow.entry;

import java.util.regex.Pattern;

/** Tells by its text alone whether a host is the machine that names it. */
public final class Loopback {

  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){1,3}|(0*:)+0*1|0\\.0\\.0\\.0");

  private Loopback() {}

  public static boolean is(String host) {
    return LOOPBACK.matcher(host).matches();
  }
}
