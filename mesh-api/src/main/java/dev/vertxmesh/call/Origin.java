package dev.vertxmesh.call;

import io.vertx.core.net.SocketAddress;
import javax.net.ssl.SSLSession;

/**
 * Where a call came from, as the ingress that took it in knows it. Made once a call or once a
 * connection; what it's asked for is looked up then. On the call's event loop.
 */
public interface Origin {

  /** Of calls that the agent makes itself. */
  Origin AGENT =
      new Origin() {
        @Override
        public WireProtocol protocol() {
          return WireProtocol.NONE;
        }

        @Override
        public SocketAddress peer() {
          return null;
        }

        @Override
        public String header(String name) {
          return null;
        }
      };

  /** What its caller speaks. */
  WireProtocol protocol();

  /** The other end of the connection; null if there's none. */
  SocketAddress peer();

  /**
   * What the request says under this name; null if it doesn't.
   *
   * @param name in lower case
   */
  String header(String name);

  /**
   * Whether the request says something more than once under this name.
   *
   * @param name in lower case
   */
  default boolean repeats(String name) {
    return false;
  }

  /** Whether its caller is certainly on the agent's own machine. */
  default boolean isOwnMachine() {
    return false;
  }

  /** The connection's TLS, for the peer's certificate; null if it's plain text. */
  default SSLSession tls() {
    return null;
  }
}
