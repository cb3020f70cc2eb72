package dev.vertxmesh.net.tls;

import io.netty.handler.ssl.SslContext;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import java.util.function.Function;

/**
 * Has a client of Vert.x' take its context from here: by its own options, Vert.x would keep one
 * engine for good, and up to 256 contexts of certificates that were replaced.
 */
final class RenewedEngine extends SSLEngineOptions {

  private final Function<List<String>, SslContext> contexts;

  /**
   * @param contexts given the protocols to agree on, of which there are none without ALPN
   */
  RenewedEngine(Function<List<String>, SslContext> contexts) {
    this.contexts = contexts;
  }

  @Override
  public SSLEngineOptions copy() {
    return new RenewedEngine(contexts);
  }

  @Override
  public SslContextFactory sslContextFactory() {
    return new Factory();
  }

  private final class Factory implements SslContextFactory {

    private boolean agrees;
    private List<String> protocols;

    @Override
    public SslContextFactory useAlpn(boolean used) {
      agrees = used;
      return this;
    }

    @Override
    public SslContextFactory applicationProtocols(List<String> named) {
      protocols = named;
      return this;
    }

    @Override
    public SslContext create() {
      return contexts.apply(agrees && protocols != null ? List.copyOf(protocols) : List.of());
    }
  }
}
