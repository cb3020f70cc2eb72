package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Whom an agent connects to, whatever it speaks behind TLS: counts what it's sent there. */
final class TlsServer {

  /** An alert of TLS 1.1: fatal, protocol_version. */
  private static final String TOO_NEW = "15030200020246";

  private final NetServer server;
  private final AtomicInteger handshakes = new AtomicInteger();
  private final AtomicInteger bytes = new AtomicInteger();
  private final Queue<NetSocket> open = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inPlainText = new AtomicInteger();
  private volatile String shown = "";

  private TlsServer(Vertx vertx, NetServerOptions options, String answer) {
    Buffer said = Buffer.buffer(HexFormat.of().parseHex(answer));
    server =
        RawGrpc.get(
            vertx
                .createNetServer(options.setHost("127.0.0.1"))
                .connectHandler(
                    socket -> {
                      open.add(socket);
                      shown = options.isSsl() ? nameOf(socket) : "";
                      handshakes.incrementAndGet();
                      socket.handler(
                          came -> {
                            bytes.addAndGet(came.length());
                            if (!options.isSsl() && !isRecord(came)) {
                              inPlainText.incrementAndGet();
                            }
                            if (said.length() > 0) {
                              socket.write(said);
                            }
                          });
                    })
                .listen());
  }

  /**
   * @param clients who has signed its clients' certificates; null if it asks for none
   */
  static TlsServer with(Vertx vertx, Identity identity, Authority clients) {
    NetServerOptions options =
        new NetServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertPath(identity.cert() + "")
                    .addKeyPath(identity.key() + ""));
    if (clients != null) {
      options
          .setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(new PemTrustOptions().addCertPath(clients.cert() + ""));
    }
    return new TlsServer(vertx, options, "");
  }

  /** Knows TLS 1.1 and nothing newer. */
  static TlsServer old(Vertx vertx) {
    return new TlsServer(vertx, new NetServerOptions(), TOO_NEW);
  }

  /** Answers in plain text, as any server does who doesn't understand. */
  static TlsServer plain(Vertx vertx) {
    return new TlsServer(vertx, new NetServerOptions(), "485454502f312e3120343030");
  }

  /** Of a handshake, or an alert (RFC 8446, 5.1): what begins so is no call. */
  private static boolean isRecord(Buffer came) {
    return came.getByte(0) == 0x16 || came.getByte(0) == 0x15;
  }

  private static String nameOf(NetSocket socket) {
    try {
      X509Certificate client = (X509Certificate) socket.sslSession().getPeerCertificates()[0];
      return client.getSubjectX500Principal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "";
    }
  }

  /** Whom the last client has shown to be; empty for nobody. */
  String shown() {
    return shown;
  }

  /** Ends the connections that it has. */
  void cut() {
    for (NetSocket each = open.poll(); each != null; each = open.poll()) {
      each.close();
    }
  }

  int port() {
    return server.actualPort();
  }

  /** Connections whose handshake has ended well, or that have none. */
  int connections() {
    return handshakes.get();
  }

  /** Of a server without TLS: how often it was sent what isn't TLS. */
  int inPlainText() {
    return inPlainText.get();
  }

  /** What it was sent behind TLS, or without it. */
  int bytes() {
    return bytes.get();
  }
}
