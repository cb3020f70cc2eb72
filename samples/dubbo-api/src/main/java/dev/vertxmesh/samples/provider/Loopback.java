package dev.vertxmesh.samples.provider;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Keeps Dubbo on the loopback interface. Dubbo takes {@code localhost} and {@code 127.x.x.x} for a
 * mistake: a server given one listens on every interface, and a client given one connects to the
 * card's address instead. It compares strings only, so the address written as one number gets past.
 */
public final class Loopback {
  private static final String AS_ONE_NUMBER = "2130706433"; // 127 << 24 | 1

  private Loopback() {}

  /**
   * The host as Dubbo should be told it.
   *
   * @throws IllegalArgumentException if the host has no address
   */
  public static String spelled(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress() ? AS_ONE_NUMBER : host;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("no address for host " + host, e);
    }
  }
}
