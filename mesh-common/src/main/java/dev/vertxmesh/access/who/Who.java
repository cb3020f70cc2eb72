package dev.vertxmesh.access.who;

/**
 * Whom a rule is for: one of its patterns.
 *
 * @param key what it's found by: {@code key:shop}, {@code group:partners}; the beginning of a name
 *     for {@link Type#BEGINNING}; empty for those that aren't found by anything
 * @param network the number of the network among those of all rules
 */
public record Who(Type type, String key, int network) {

  /** What a pattern is about. */
  public enum Type {
    ANYBODY,
    IDENTIFIED,
    ANONYMOUS,
    NAME,
    BEGINNING,
    GROUP,
    NETWORK
  }

  public static final String GROUP = "group:";
  public static final String NETWORK = "network:";

  /**
   * @param networks a bit for each network of all rules that the caller is in
   */
  public boolean matches(Identity identity, long networks) {
    return switch (type) {
      case ANYBODY -> true;
      case IDENTIFIED -> identity.kind() != Identity.Kind.ANONYMOUS;
      case ANONYMOUS -> identity.kind() == Identity.Kind.ANONYMOUS;
      case NAME -> identity.toString().equals(key);
      case BEGINNING -> identity.toString().startsWith(key);
      case GROUP -> identity.groups().contains(key.substring(GROUP.length()));
      case NETWORK -> (networks & 1L << network) != 0;
    };
  }
}
