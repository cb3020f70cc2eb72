package dev.vertxmesh.net.tls;

import io.netty.handler.ssl.ClientAuth;

/** Whether a listener wants to see a certificate of who connects. */
public enum ClientCertificates {
  /** It isn't asked for one. */
  NONE(ClientAuth.NONE),
  /** It's asked, and may have none; one that it has must be good. */
  ASKED(ClientAuth.OPTIONAL),
  /** Without a good one there's no connection. */
  REQUIRED(ClientAuth.REQUIRE);

  private final ClientAuth ofNetty;

  ClientCertificates(ClientAuth ofNetty) {
    this.ofNetty = ofNetty;
  }

  ClientAuth ofNetty() {
    return ofNetty;
  }
}
