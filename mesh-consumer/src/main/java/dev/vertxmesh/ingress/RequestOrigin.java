package dev.vertxmesh.ingress;

import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.WireProtocol;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import javax.net.ssl.SSLSession;

/** A request over HTTP, whatever is spoken in it, as where a call came from. */
public record RequestOrigin(WireProtocol protocol, HttpServerRequest request) implements Origin {

  @Override
  public SocketAddress peer() {
    return request.remoteAddress();
  }

  @Override
  public String header(String name) {
    return request.getHeader(name);
  }

  @Override
  public boolean repeats(String name) {
    return request.getHeader(name) != null && request.headers().getAll(name).size() > 1;
  }

  @Override
  public SSLSession tls() {
    return request.sslSession();
  }
}
