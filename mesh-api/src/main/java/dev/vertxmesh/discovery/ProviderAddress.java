package dev.vertxmesh.discovery;

import dev.vertxmesh.address.HostPort;

/**
 * Where a provider itself takes calls, whether or not an agent stands before it.
 *
 * @param protocol what is spoken there, such as {@code dubbo}
 */
public record ProviderAddress(Protocol protocol, HostPort address) {

  private static final String BEHIND_PROTOCOL = "://";

  /**
   * Reads {@code PROTOCOL://HOST:PORT}.
   *
   * @throws IllegalArgumentException saying what was expected
   */
  public static ProviderAddress parse(String text) {
    int end = text.indexOf(BEHIND_PROTOCOL);
    if (end < 0) {
      throw new IllegalArgumentException("expected PROTOCOL://HOST:PORT");
    }
    return new ProviderAddress(
        new Protocol(text.substring(0, end)),
        HostPort.parse(text.substring(end + BEHIND_PROTOCOL.length())));
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    return protocol + BEHIND_PROTOCOL + address;
  }
}
