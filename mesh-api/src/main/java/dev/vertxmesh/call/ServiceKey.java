package dev.vertxmesh.call;

/**
 * Names a service. Group and version are empty when there is none; Dubbo treats the versions {@code
 * ""}, {@code *} and {@code 0.0.0} as the same service, so they all become the empty one.
 *
 * @param interfaceName the Java interface's full name, or a gRPC service's
 */
public record ServiceKey(String interfaceName, String group, String version) {

  /** With what stands for nothing made empty. */
  public ServiceKey {
    group = group == null ? "" : group;
    version = version == null || version.equals("0.0.0") || version.equals("*") ? "" : version;
  }

  /** One without group and version. */
  public static ServiceKey of(String interfaceName) {
    return new ServiceKey(interfaceName, "", "");
  }

  /**
   * Reads {@code INTERFACE[:VERSION][@GROUP]}, the form that flags and registry entries use.
   *
   * @throws IllegalArgumentException naming the text, when the interface is missing
   */
  public static ServiceKey parse(String text) {
    int at = text.indexOf('@');
    String group = at < 0 ? "" : text.substring(at + 1);
    String rest = at < 0 ? text : text.substring(0, at);
    int colon = rest.indexOf(':');
    String version = colon < 0 ? "" : rest.substring(colon + 1);
    String name = colon < 0 ? rest : rest.substring(0, colon);
    if (name.isBlank() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a service: expected INTERFACE[:VERSION][@GROUP]");
    }
    return new ServiceKey(name, group, version);
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    if (version.isEmpty() && group.isEmpty()) {
      return interfaceName;
    }
    return interfaceName
        + (version.isEmpty() ? "" : ":" + version)
        + (group.isEmpty() ? "" : "@" + group);
  }
}
