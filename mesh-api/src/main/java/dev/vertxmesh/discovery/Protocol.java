package dev.vertxmesh.discovery;

import java.util.regex.Pattern;

/**
 * What an instance speaks at its address.
 *
 * @param name as registries write it; but for {@link #MESH} that of a {@link
 *     dev.vertxmesh.backend.BackendKind}
 */
public record Protocol(String name) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9+.-]{0,39}");

  /** The agents' own: the instance is a provider agent. */
  public static final Protocol MESH = new Protocol("mesh");

  /** Dubbo's: the instance is a provider without an agent. */
  public static final Protocol DUBBO = new Protocol("dubbo");

  /** gRPC's, and so Triple's of Dubbo 3. */
  public static final Protocol GRPC = new Protocol("grpc");

  /**
   * @throws IllegalArgumentException saying what was given and what is expected
   */
  public Protocol {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "protocol is '" + name + "', expected mesh, dubbo or another in small letters");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
