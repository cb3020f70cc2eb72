package dev.vertxmesh.limits;

/**
 * Where the quotas are that several agents share.
 *
 * @param user empty for Redis' default
 * @param password empty for none
 * @param prefix of the keys
 * @param authority in PEM, of whoever has signed its certificate; empty for the authorities that
 *     Java trusts
 */
public record RedisConfig(
    String host,
    int port,
    int database,
    boolean isEncrypted,
    String user,
    String password,
    String prefix,
    String authority) {

  /** Without its password. */
  @Override
  public String toString() {
    return "%s://%s:%d/%d".formatted(isEncrypted ? "rediss" : "redis", host, port, database);
  }
}
