package dev.vertxmesh.bench.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.File;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * Prints CPU time of the server's side alone, for each engine, version and size: of a handshake
 * that resumes nothing, and of a call on a connection that is kept.
 *
 * <p>CPU time of one thread, so that a busy machine changes little. Arguments: a certificate, its
 * key, and for how many milliseconds of CPU each figure is taken.
 */
public final class TlsBench {

  private static final int[] SIZES = {256, 1024, 16_384, 262_144};

  private final SslContext client;
  private final File certificate;
  private final File key;
  private final long nanos;

  private TlsBench(File certificate, File key, long nanos) throws SSLException {
    this.certificate = certificate;
    this.key = key;
    this.nanos = nanos;
    this.client =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .trustManager(InsecureTrustManagerFactory.INSTANCE)
            .build();
  }

  /** See the class. */
  public static void main(String[] args) throws SSLException {
    TlsBench bench =
        new TlsBench(new File(args[0]), new File(args[1]), Long.parseLong(args[2]) * 1_000_000);
    if (!OpenSsl.isAvailable()) {
      System.out.println("no OpenSSL: " + OpenSsl.unavailabilityCause());
      bench.run(SslProvider.JDK);
      return;
    }
    for (int round = 0; round < 2; round++) { // the first warms up
      bench.run(SslProvider.JDK);
      bench.run(SslProvider.OPENSSL);
    }
  }

  private void run(SslProvider provider) throws SSLException {
    for (String version : new String[] {"TLSv1.3", "TLSv1.2"}) {
      SslContext server =
          SslContextBuilder.forServer(certificate, key)
              .sslProvider(provider)
              .protocols(version)
              .build();
      print(provider, version, "handshake", handshake(server));
      for (int size : SIZES) {
        print(provider, version, "call of %d bytes".formatted(size), call(server, size));
      }
    }
  }

  private static void print(SslProvider provider, String version, String what, double micros) {
    System.out.printf(
        Locale.ROOT,
        "%-8s %s  %-22s %8.1f us of CPU  %8.0f a second and core%n",
        provider,
        version,
        what,
        micros,
        1e6 / micros);
  }

  private EnginePair pair(SslContext server) {
    return new EnginePair(
        client.newEngine(ByteBufAllocator.DEFAULT), server.newEngine(ByteBufAllocator.DEFAULT));
  }

  private double handshake(SslContext server) throws SSLException {
    long used = 0;
    int count = 0;
    while (used < nanos) {
      EnginePair pair = pair(server);
      pair.shake();
      used += pair.serverNanos();
      pair.close();
      count++;
    }
    return used / 1e3 / count;
  }

  private double call(SslContext server, int size) throws SSLException {
    EnginePair pair = pair(server);
    pair.shake();
    long before = pair.serverNanos();
    int count = 0;
    while (pair.serverNanos() - before < nanos) {
      pair.call(size);
      count++;
    }
    double micros = (pair.serverNanos() - before) / 1e3 / count;
    pair.close();
    return micros;
  }
}
