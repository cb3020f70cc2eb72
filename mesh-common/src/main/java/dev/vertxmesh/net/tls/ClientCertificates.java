package dev.vertxmesh.net.tls;

import io.vertx.core.http.ClientAuth;

/** Whether a listener wants to see a certificate of who connects. */
public enum ClientCertificates {
  /** It isn't asked for one. */
  NONE(ClientAuth.NONE, io.netty.handler.ssl.ClientAuth.NONE),
  /** It's asked, and may have none; one that it has must be good. */
  ASKED(ClientAuth.REQUEST, io.netty.handler.ssl.ClientAuth.OPTIONAL),
  /** Without a good one there's no connection. */
  REQUIRED(ClientAuth.REQUIRED, io.netty.handler.ssl.ClientAuth.REQUIRE);

  private final ClientAuth ofVertx;
  private final io.netty.handler.ssl.ClientAuth ofNetty;

  ClientCertificates(ClientAuth ofVertx, io.netty.handler.ssl.ClientAuth ofNetty) {
    this.ofVertx = ofVertx;
    this.ofNetty = ofNetty;
  }

  ClientAuth ofVertx() {
    return ofVertx;
  }

  io.netty.handler.ssl.ClientAuth ofNetty() {
    return ofNetty;
  }
}
