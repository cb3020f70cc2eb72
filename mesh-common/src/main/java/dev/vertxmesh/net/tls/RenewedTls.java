package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.TlsEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.SimpleTrustManagerFactory;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.TrustOptions;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/**
 * TLS of a client that takes its options once for all of its connections: each handshake goes by
 * what the files have then, and no connection that stands is cut. The server's name is compared
 * with its certificate. Thread-safe.
 */
public final class RenewedTls implements AutoCloseable {

  private final WatchedTls watched;
  private final CurrentAuthorities authorities;

  private RenewedTls(WatchedTls watched) {
    this.watched = watched;
    this.authorities = new CurrentAuthorities(watched);
  }

  /**
   * Reads files, which blocks, and looks for newer ones until it's closed. The JDK's engine will
   * do, as such connections are few and are kept.
   *
   * @param name of the servers, for logs, such as {@code registry}
   * @throws TlsFailure if they can't be used
   */
  public static RenewedTls open(Vertx vertx, String name, TlsFiles files) {
    return new RenewedTls(WatchedTls.open(vertx, name, List.of(files), TlsEngine.JDK));
  }

  /** For a client of Vert.x', with options from {@link dev.vertxmesh.net.SocketSetup}. */
  public <O extends ClientOptionsBase> O applyTo(O options) {
    O set = watched.current().applyTo(options);
    if (set.getKeyCertOptions() != null) {
      set.setKeyCertOptions(ServerNameKeys.forVertx(new CurrentKeys(watched)));
    }
    set.setTrustOptions(TrustOptions.wrap(new Factory(authorities)));
    return set;
  }

  /** For a client that is Netty's own. */
  public SslContext forNetty() {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .endpointIdentificationAlgorithm("HTTPS")
            .protocols(TlsMaterial.PROTOCOLS)
            .trustManager(authorities);
    try {
      return (watched.current().expires() == null
              ? builder
              : builder.keyManager(new CurrentKeys(watched)))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS with what was checked: " + e.getMessage(), e);
    }
  }

  private static final class Factory extends SimpleTrustManagerFactory {
    private final TrustManager[] managers;

    Factory(TrustManager manager) {
      this.managers = new TrustManager[] {manager};
    }

    @Override
    protected void engineInit(KeyStore store) {}

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {}

    @Override
    protected TrustManager[] engineGetTrustManagers() {
      return managers;
    }
  }

  /** Looks for newer files no more. */
  @Override
  public void close() {
    watched.close();
  }
}
