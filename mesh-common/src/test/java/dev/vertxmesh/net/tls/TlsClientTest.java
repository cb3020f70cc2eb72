package dev.vertxmesh.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.net.TlsEngine;
import io.netty.handler.ssl.OpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client whose files are replaced, with a server that tells it whom it has proven to be. */
class TlsClientTest {

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private WatchedTls watched;
  private TlsClient tls;
  private NetClient client;
  private NetServer server;

  @BeforeEach
  void open() throws Exception {
    String trusted = put("ec.crt", "trusted.crt").toString();
    server =
        get(
            vertx
                .createNetServer(
                    new NetServerOptions()
                        .setHost("127.0.0.1")
                        .setSsl(true)
                        .setClientAuth(ClientAuth.REQUIRED)
                        .setTrustOptions(
                            new PemTrustOptions()
                                .addCertPath(trusted)
                                .addCertPath(put("ed25519.crt", "other.crt").toString()))
                        .setKeyCertOptions(
                            new PemKeyCertOptions()
                                .addCertPath(trusted)
                                .addKeyPath(put("ec-pkcs8.key", "server.key").toString())))
                .connectHandler(socket -> socket.write(shownTo(socket)))
                .listen());
    give("ec.crt", "ec-sec1.key");
    TlsFiles files =
        TlsFiles.of(folder.resolve("own.crt"), folder.resolve("own.key"), Path.of(trusted));
    watched =
        new WatchedTls(vertx, "test", List.of(files), TlsEngine.OPENSSL, InstantSource.system());
    tls = new TlsClient(watched, "ec.example");
    client = vertx.createNetClient(TlsClient.options(tls).setSslHandshakeTimeout(60));
  }

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private Path put(String name, String as) throws IOException {
    Path file = folder.resolve(as);
    try (InputStream in = TlsClientTest.class.getResourceAsStream(name)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  private void give(String certificate, String key) throws IOException {
    put(certificate, "own.crt");
    put(key, "own.key");
  }

  private static String shownTo(NetSocket socket) {
    try {
      return socket.sslSession().getPeerCertificates()[0].getPublicKey().getAlgorithm();
    } catch (javax.net.ssl.SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  /** By which engine, and which kind of key has proven it. */
  private String connection() throws Exception {
    Promise<String> told = Promise.promise();
    NetSocket socket =
        get(
            client
                .connect(TlsClient.to("127.0.0.1", server.actualPort(), tls))
                .map(made -> made.handler(text -> told.tryComplete(text.toString()))));
    boolean isOpenSsl =
        ((NetSocketInternal) socket)
                .channelHandlerContext()
                .pipeline()
                .get(SslHandler.class)
                .engine()
            instanceof OpenSslEngine;
    return (isOpenSsl ? "OpenSSL " : "JDK ") + get(told.future());
  }

  @Test
  void eachConnectionIsByTheEngineThatItsCertificateIsFor() throws Exception {
    assertThat(connection()).isEqualTo("OpenSSL EC");
    give("ed25519.crt", "ed25519.key");
    get(watched.look());
    assertThat(connection()).isEqualTo("JDK EdDSA");
    give("ec.crt", "ec-pkcs8.key");
    get(watched.look());
    assertThat(connection()).isEqualTo("OpenSSL EC");
  }

  @Test
  void filesThatAreNoGoodChangeNothingAndAreShown() throws Exception {
    put("ed25519.key", "own.key");
    get(watched.look());
    get(watched.look());
    assertThat(watched.problem()).contains("own.key holds ", "expected one of EC");
    assertThat(connection()).isEqualTo("OpenSSL EC");
  }
}
