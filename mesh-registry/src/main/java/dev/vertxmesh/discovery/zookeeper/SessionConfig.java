package dev.vertxmesh.discovery.zookeeper;

import org.apache.zookeeper.client.ZKClientConfig;

/** What ZooKeeper's client is told of a session, by nobody but this agent. */
class SessionConfig extends ZKClientConfig {

  /** Bytes of the largest answer: the names of all providers of an interface. */
  private static final int LARGEST_ANSWER = 16 << 20;

  SessionConfig() {
    setProperty(JUTE_MAXBUFFER, Integer.toString(LARGEST_ANSWER));
    setProperty(ENABLE_CLIENT_SASL_KEY, "false");
  }

  /**
   * The JVM's properties aren't read: for those of TLS the client would read all certificates that
   * Java trusts, which is a tenth of a second of each start.
   */
  @Override
  protected void handleBackwardCompatibility() {
    // what is asked for is said above
  }

  /**
   * Why there's no connection, for a person.
   *
   * @param otherwise if it's for nothing that this knows of
   */
  String reason(String otherwise) {
    return otherwise;
  }

  /** The session has ended for good. */
  void close() {
    // of plain text nothing is held
  }
}
