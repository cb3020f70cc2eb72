package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.TlsEngine;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * Certificates, keys and authorities that were read and checked. TLS is 1.3 or 1.2. Immutable; what
 * is made of one and of the next for the same listener differs in nothing else.
 */
public final class TlsMaterial {

  static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /** In bits, of those whose signatures BoringSSL trusts. */
  private static final int LARGEST_CURVE = 384;

  /** The name that was connected to has to be in the server's certificate. */
  private static final String BY_NAME = "HTTPS";

  private final List<CertifiedKey> keys;
  private final TrustManagerFactory authorities;
  private final TlsEngine engine;
  private final FileDigest digest;

  /**
   * @param engine that is to be had
   */
  TlsMaterial(
      List<CertifiedKey> keys,
      TrustManagerFactory authorities,
      FileDigest digest,
      TlsEngine engine) {
    this.keys = List.copyOf(keys);
    this.authorities = authorities;
    this.engine = isForOpenSsl(keys) ? engine : TlsEngine.JDK;
    this.digest = digest;
  }

  /**
   * Not keys of Ed25519: Netty asks for none for OpenSSL, and BoringSSL trusts no such signature.
   * Nor of P-521, whose signatures it makes and doesn't trust: who has such a key mostly talks to
   * others that have one. Nor several kinds: of what a client takes Netty's callback isn't told.
   */
  private static boolean isForOpenSsl(List<CertifiedKey> keys) {
    List<String> kinds = keys.stream().map(each -> each.key().getAlgorithm()).distinct().toList();
    return kinds.isEmpty()
        || kinds.equals(List.of("RSA"))
        || kinds.equals(List.of("EC")) && keys.stream().noneMatch(TlsMaterial::isOfLargeCurve);
  }

  private static boolean isOfLargeCurve(CertifiedKey each) {
    return each.certificate().getPublicKey() instanceof ECKey key
        && key.getParams().getOrder().bitLength() > LARGEST_CURVE;
  }

  /**
   * Reads and checks files, which blocks, for the JDK's engine. Of several certificates a client
   * gets the one for the server name that it asks for, else the first. Whom the first trusts is
   * trusted.
   *
   * @throws TlsFailure if one of them can't be used
   */
  public static TlsMaterial read(List<TlsFiles> files) {
    return new TlsReading(files).check(Instant.now(), TlsEngine.JDK);
  }

  /**
   * For a client, which compares names unless it says otherwise. Blocks for some milliseconds.
   *
   * @param protocols to agree on, by their names for ALPN, best first; none for no ALPN
   */
  SslContext nettyClient(List<String> protocols) {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .trustManager(authorities)
            .endpointIdentificationAlgorithm(BY_NAME);
    return built(
        keys.isEmpty() ? builder : builder.keyManager(new ServerNameKeys(keys).factory()),
        protocols);
  }

  /**
   * For a listener whose pipeline isn't set up by Vert.x. Blocks for some milliseconds.
   *
   * @param protocols that it speaks, by their names for ALPN, best first; none for no ALPN
   */
  public SslContext nettyServer(ClientCertificates clients, String... protocols) {
    SslContextBuilder builder = SslContextBuilder.forServer(new ServerNameKeys(keys).factory());
    if (authorities != null && engine == TlsEngine.OPENSSL) {
      builder.trustManager(new OpenSslClients(authorities));
    } else {
      builder.trustManager(authorities);
    }
    SslContext context =
        built(
            builder
                .clientAuth(clients.ofNetty())
                .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE),
            List.of(protocols));
    if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
      // it would keep 20,480 sessions of strangers outside of the heap; tickets need none
      sessions.setSessionCacheEnabled(false);
    }
    return context;
  }

  private SslContext built(SslContextBuilder builder, List<String> protocols) {
    try {
      return builder
          .sslProvider(engine.ofNetty())
          .protocols(PROTOCOLS)
          .applicationProtocolConfig(protocols.isEmpty() ? null : agreeing(protocols))
          .build();
    } catch (SSLException e) {
      throw new TlsFailure("TLS with what was checked: " + e.getMessage());
    }
  }

  private static ApplicationProtocolConfig agreeing(List<String> protocols) {
    return new ApplicationProtocolConfig(
        Protocol.ALPN,
        SelectorFailureBehavior.NO_ADVERTISE,
        SelectedListenerFailureBehavior.ACCEPT,
        protocols);
  }

  /** Whose TLS is spoken at a listener. */
  public TlsEngine engine() {
    return engine;
  }

  /** Whom the first certificate is for. */
  public PeerNames names() {
    return keys.isEmpty() ? PeerNames.NONE : PeerNames.of(keys.get(0).certificate());
  }

  /** When the first of the certificates, or of those above them, does; null if there are none. */
  public Instant expires() {
    return keys.stream()
        .flatMap(key -> key.chain().stream())
        .map(X509Certificate::getNotAfter)
        .min(Comparator.naturalOrder())
        .map(Date::toInstant)
        .orElse(null);
  }

  /** Whether it's what stands in the files. */
  boolean isOf(FileDigest other) {
    return digest.equals(other);
  }

  /** Nothing of a key. */
  @Override
  public String toString() {
    return "TLS for %s until %s".formatted(names().all(), expires());
  }
}
