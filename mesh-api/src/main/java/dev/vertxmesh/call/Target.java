package dev.vertxmesh.call;

/**
 * What a call is for: one method of one service.
 *
 * @param descriptor the parameter types in the JVM's form, such as {@code Ljava/lang/String;I};
 *     empty for a method without parameters; {@link #UNKNOWN} where the caller gave no types
 */
public record Target(ServiceKey service, String method, String descriptor) {

  /** The caller gave no types: the provider finds the method by its name alone. */
  public static final String UNKNOWN = "?";

  /** That of a request of which nobody knows what it's for. */
  public static final Target NONE = new Target(ServiceKey.of(""), "", UNKNOWN);

  /** Whether the caller gave the parameter types. */
  public boolean typesAreKnown() {
    return !descriptor.equals(UNKNOWN);
  }

  @Override
  public String toString() {
    return service + "." + method + "(" + descriptor + ")";
  }
}
