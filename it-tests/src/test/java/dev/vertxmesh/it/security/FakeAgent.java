package dev.vertxmesh.it.security;

import dev.vertxmesh.it.harness.LinkWire;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;

/** Takes links as whoever it says it is, from anybody, and counts what it's sent. */
final class FakeAgent implements AutoCloseable {

  private final ServerSocket listening;
  private final AtomicInteger frameBytes = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private volatile X509Certificate shown;

  private FakeAgent(ServerSocket listening) {
    this.listening = listening;
    Thread thread = new Thread(this::accept, "fake agent");
    thread.setDaemon(true);
    thread.start();
  }

  static FakeAgent with(X509Bundle identity) throws Exception {
    SSLServerSocket socket =
        (SSLServerSocket)
            contextOf(identity)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    socket.setNeedClientAuth(true);
    return new FakeAgent(socket);
  }

  /** In plain text: it greets as an agent does. */
  static FakeAgent plain() throws IOException {
    return new FakeAgent(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  /** Of somebody who believes anybody; {@code identity} is null for nobody. */
  static SSLContext contextOf(X509Bundle identity) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        identity == null ? null : new KeyManager[] {new Shown(identity)},
        new TrustManager[] {new Anybody()},
        null);
    return context;
  }

  /** Shows its certificate whether or not it's asked for one of that authority. */
  private static final class Shown extends X509ExtendedKeyManager {

    private static final String ALIAS = "identity";

    private final X509Bundle identity;

    Shown(X509Bundle identity) {
      this.identity = identity;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return type.startsWith("EC") ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {identity.getCertificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return identity.getKeyPair().getPrivate();
    }
  }

  private static final class Anybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String how) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String how) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        connections.incrementAndGet();
        read(socket);
      } catch (IOException e) {
        // it went away, or this is closed
      }
    }
  }

  private void read(Socket socket) throws IOException {
    if (socket instanceof SSLSocket encrypted) {
      encrypted.startHandshake();
      shown = (X509Certificate) encrypted.getSession().getPeerCertificates()[0];
      InputStream in = encrypted.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        frameBytes.incrementAndGet();
      }
    } else {
      // as an agent with plain links does with what is no frame
      socket.getInputStream().read();
      socket.getOutputStream().write(LinkWire.hello());
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Bytes of frames that it was sent, in TLS. */
  int frameBytes() {
    return frameBytes.get();
  }

  int connections() {
    return connections.get();
  }

  /** What the consumer's agent showed last. */
  X509Certificate shown() {
    return shown;
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
