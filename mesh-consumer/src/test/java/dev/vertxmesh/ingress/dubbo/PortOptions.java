package dev.vertxmesh.ingress.dubbo;

import java.util.Set;

/** What tests of a Dubbo port allow, of which each changes what it is about. */
final class PortOptions {

  static final int MAX_BODY = 100_000;
  static final int HEARTBEAT_MILLIS = 60_000;
  static final int STALL_MILLIS = 10_000;

  private static final long MAX_BODIES = 250_000;
  private static final int MAX_IN_FLIGHT = 100;
  private static final int MAX_PENDING = 100_000;
  private static final long TIMEOUT_MILLIS = 700;

  private PortOptions() {}

  /**
   * @param pace bytes a second that a request has to bring
   */
  static DubboIngressOptions of(int heartbeatMillis, int stallMillis, int pace) {
    return new DubboIngressOptions(
        MAX_BODY,
        MAX_BODIES,
        MAX_IN_FLIGHT,
        MAX_PENDING,
        TIMEOUT_MILLIS,
        heartbeatMillis,
        stallMillis,
        pace,
        "mesh",
        false,
        Set::of,
        name -> false);
  }
}
