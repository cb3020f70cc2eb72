package dev.vertxmesh.it.chart;

import dev.vertxmesh.it.harness.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * A port of this machine, as somebody sees it who speaks TLS there: Java's own.
 *
 * @param serverName whom its certificate has to be for; null for whomever
 */
record TlsPort(int port, SSLContext tls, String serverName) {

  private static final int PATIENCE_MILLIS = 60_000;
  private static final char[] NO_PASSWORD = new char[0];

  /** For one who looks at no name and at no authority, as a kubelet doesn't. */
  static TlsPort anybody(int port) throws Exception {
    return new TlsPort(port, context(null, null), null);
  }

  /**
   * @param authority PEM of whom to believe; null for anybody
   * @param identity a secret with what to show where it's asked for; null for nothing
   */
  static SSLContext context(String authority, Map<String, String> identity) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    KeyStore own = emptyStore();
    if (identity != null) {
      Certificate[] chain = {certificate(identity.get("tls.crt"))};
      own.setKeyEntry("own", key(identity.get("tls.key")), NO_PASSWORD, chain);
    }
    keys.init(own, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust(authority), null);
    return context;
  }

  private static TrustManager[] trust(String authority) throws Exception {
    if (authority == null) {
      return new TrustManager[] {new Believer()};
    }
    KeyStore trusted = emptyStore();
    trusted.setCertificateEntry("authority", certificate(authority));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    return trust.getTrustManagers();
  }

  private static KeyStore emptyStore() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  static X509Certificate certificate(String pem) throws Exception {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
  }

  private static PrivateKey key(String pem) throws Exception {
    byte[] pkcs8 = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
    return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  /** A connection after its handshake. */
  SSLSocket connect() throws IOException {
    Socket plain = new Socket("127.0.0.1", port);
    String named = serverName == null ? "127.0.0.1" : serverName;
    SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, named, port, true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    if (serverName != null) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
    return socket;
  }

  /** Whom it shows who connects now. */
  Certificate shown() throws IOException {
    try (SSLSocket socket = connect()) {
      return socket.getSession().getPeerCertificates()[0];
    }
  }

  /** A request on a connection of its own. */
  Answer send(String method, String path, Map<String, String> headers, String body)
      throws IOException {
    try (SSLSocket socket = connect()) {
      return exchange(socket, method, path, headers, body);
    }
  }

  /** The same over any connection. */
  static Answer exchange(
      Socket socket, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> request.append(name + ": " + value + "\r\n"));
    request.append("connection: close\r\ncontent-length: " + body.length() + "\r\n\r\n" + body);
    socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String[] parts = answer.split("\r\n\r\n", 2);
    if (parts.length < 2) {
      throw new IOException("no answer of HTTP: '" + answer + "'");
    }
    return new Answer(
        Integer.parseInt(parts[0].split(" ")[1]), name -> header(parts[0], name), parts[1]);
  }

  private static Optional<String> header(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase().startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst();
  }

  private static final class Believer implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String how) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String how) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
