package dev.vertxmesh.routing;

import java.util.Map;

/**
 * Who calls, where the call itself doesn't say.
 *
 * @param application the agent's, for rules
 * @param host this machine's address, of callers on it
 * @param parameters words about this agent, such as {@code region}
 */
public record RouteConsumer(String application, String host, Map<String, String> parameters) {

  public static final RouteConsumer NOBODY = new RouteConsumer("", "", Map.of());

  /**
   * The address of who calls.
   *
   * @param peer the connection's other end; null for none
   */
  public String hostOf(String peer) {
    boolean isHere = peer == null || peer.startsWith("127.") || peer.equals("0:0:0:0:0:0:0:1");
    return isHere ? host : peer;
  }
}
