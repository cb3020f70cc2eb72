package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.RegistryFailure;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/** What ZooKeeper's codes of operations that failed mean. */
final class FailureCode {

  /**
   * ZooKeeper takes every digest: with a wrong one the agent is just somebody else, who may do
   * less. Short, as reasons are cut where they are shown.
   */
  private static final String WRONG_LOGIN =
      ", or this agent's user or password is wrong (zookeeper://HOST:2181?username=…&password=…)";

  private FailureCode() {}

  /** Whether there was no connection, or none any more. */
  static boolean isDisconnection(int code) {
    Code known = Code.get(code);
    return known == Code.CONNECTIONLOSS
        || known == Code.SESSIONEXPIRED
        || known == Code.OPERATIONTIMEOUT;
  }

  /** Whether another attempt is made by itself when the session is connected. */
  static boolean isLoss(int code) {
    return isDisconnection(code) || Code.get(code) == Code.SESSIONMOVED;
  }

  /**
   * What an operation failed with while there was a connection, for a person.
   *
   * @param authenticated whether the agent has said who it is
   */
  static RegistryFailure failure(int code, String path, boolean authenticated) {
    Code known = Code.get(code);
    return switch (known) {
      case NOAUTH ->
          new RegistryFailure(
              "no permission for " + path + (authenticated ? WRONG_LOGIN : ""),
              KeeperException.create(known, path));
      case AUTHFAILED -> new RegistryFailure("it refuses who this agent is", null);
      default -> new RegistryFailure(KeeperException.create(known, path).getMessage(), null);
    };
  }

  /** Whether something failed because this agent may not do it. */
  static boolean isForbidden(Throwable e) {
    return e.getCause() instanceof KeeperException.NoAuthException;
  }
}
