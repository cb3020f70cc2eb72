package dev.vertxmesh.consumer;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Makes a call with JSON until it's answered as expected: what {@code helm test} runs, in an image
 * that has no other program than Java.
 *
 * <p>{@code CheckMain URL BODY EXPECTED [SECONDS [CA]]} ends with 0 once the answer is right, with
 * 1 if it isn't for so long (60 seconds unless given), with 2 if it's called wrongly. Over TLS it
 * believes the authorities in the PEM file CA, if that's there, and those that Java knows.
 */
public final class CheckMain {

  private static final int WRONG_ANSWER = 1;
  private static final int REFUSED = 2;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int BETWEEN_MILLIS = 500;

  private final URL url;
  private final String body;
  private final Path authorities;
  private final PrintStream out;

  private CheckMain(URL url, String body, Path authorities, PrintStream out) {
    this.url = url;
    this.body = body;
    this.authorities = authorities;
    this.out = out;
  }

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(System.out, args));
  }

  /** Returns what the process is to end with. */
  static int run(PrintStream out, String... args) throws InterruptedException {
    if (args.length < 3 || args.length > 5 || args.length > 3 && !args[3].matches("\\d{1,6}")) {
      out.println("expected URL BODY EXPECTED [SECONDS [CA]]");
      return REFUSED;
    }
    Duration patience = Duration.ofSeconds(args.length > 3 ? Long.parseLong(args[3]) : 60);
    Path authorities = args.length > 4 ? Path.of(args[4]) : null;
    try {
      return new CheckMain(new URL(args[0]), args[1], authorities, out).await(args[2], patience);
    } catch (MalformedURLException e) {
      out.println("URL: given '" + args[0] + "', which is none: " + e.getMessage());
      return REFUSED;
    }
  }

  private int await(String expected, Duration patience) throws InterruptedException {
    long latest = System.nanoTime() + patience.toNanos();
    while (true) {
      String answer = call();
      out.println(url + " " + body + " -> " + answer);
      if (answer.equals("200 " + expected)) {
        return 0;
      }
      if (System.nanoTime() - latest > 0) {
        out.println("expected 200 " + expected);
        return WRONG_ANSWER;
      }
      Thread.sleep(BETWEEN_MILLIS);
    }
  }

  /** Status and body, or why there are none. */
  private String call() {
    try {
      HttpURLConnection http = (HttpURLConnection) url.openConnection();
      if (http instanceof HttpsURLConnection https
          && authorities != null
          && Files.exists(authorities)) {
        https.setSSLSocketFactory(trusting(authorities));
      }
      http.setConnectTimeout(PATIENCE_MILLIS);
      http.setReadTimeout(PATIENCE_MILLIS);
      http.setRequestProperty("content-type", "application/json");
      http.setDoOutput(true);
      http.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      int status = http.getResponseCode();
      try (InputStream in = status < 400 ? http.getInputStream() : http.getErrorStream()) {
        return status
            + " "
            + (in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException | GeneralSecurityException e) {
      return e.toString();
    }
  }

  /** And those that Java knows. Read each time: a secret may be replaced meanwhile. */
  private static SSLSocketFactory trusting(Path authorities)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(authorities)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority " + store.size(), each);
      }
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init((KeyStore) null);
    for (TrustManager each : trust.getTrustManagers()) {
      for (Certificate known : ((X509TrustManager) each).getAcceptedIssuers()) {
        store.setCertificateEntry("authority " + store.size(), known);
      }
    }
    trust.init(store);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(null, trust.getTrustManagers(), null);
    return tls.getSocketFactory();
  }
}
