package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.dubbo.ConnectionRoom;
import dev.vertxmesh.ingress.dubbo.DubboIngress;
import dev.vertxmesh.ingress.dubbo.DubboIngressOptions;
import dev.vertxmesh.ingress.dubbo.IngressObserver;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.listen.CloseReason;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.Gate;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS at the two ports of a consumer agent, by either engine; all else is as without. */
@ParameterizedClass
@EnumSource(names = {"JDK", "OPENSSL"})
class TlsPortsTest {

  private static final String HEARTBEAT = "dabbe2000000000000000007000000014e";

  @Parameter TlsEngine engine;
  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<CloseReason> ends = new CopyOnWriteArrayList<>();
  private final ConsumerOptions options = new ConsumerOptions();
  private CertificateBuilder.Algorithm kind = CertificateBuilder.Algorithm.ecp256;
  private final List<Object> clients = new CopyOnWriteArrayList<>();
  private int perAddress;
  private ConnectionCount count;

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** Vert.x closes a client that nobody refers to, and with it what it has open. */
  private <C> C held(C client) {
    clients.add(client);
    return client;
  }

  private TlsFiles files(String... names) throws Exception {
    CertificateBuilder builder =
        new CertificateBuilder()
            .algorithm(kind)
            .subject("CN=" + names[0])
            .setIsCertificateAuthority(true);
    Stream.of(names).forEach(builder::addSanDnsName);
    X509Bundle own = builder.buildSelfSigned();
    Path certificate = folder.resolve(names[0] + ".crt");
    Path key = folder.resolve(names[0] + ".key");
    Files.writeString(certificate, own.getCertificatePEM());
    Files.writeString(key, own.getPrivateKeyPEM());
    return TlsFiles.of(certificate, key, null);
  }

  private TlsListener tls(TlsFiles... files) {
    WatchedTls watched = WatchedTls.open(vertx, "callers", List.of(files), engine);
    return new TlsListener(watched, ClientCertificates.NONE, "h2", "http/1.1");
  }

  private Future<Reply> refuse(Call call) {
    calls.add(call);
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.REFUSED, "here", "full"));
  }

  private int callersPort(TlsListener tls) throws Exception {
    options.port = 0;
    count = new ConnectionCount(100, perAddress);
    Gate gate = new Gate(vertx, options.connections.of(1), count, ends::add, System::nanoTime);
    HttpOptions http =
        new HttpOptions(
            10_000, new MemoryBudget(25_000), 5_000, false, 300, "mesh-consumer", null, null, 0);
    Promise<HttpServer> listening = Promise.promise();
    vertx.runOnContext(
        v ->
            new Ingresses(
                    vertx,
                    this::refuse,
                    new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
                    gate,
                    () -> false,
                    options,
                    http)
                .server(vertx, options, tls)
                .listen()
                .onComplete(listening));
    return result(listening.future()).actualPort();
  }

  private HttpClientAgent client(HttpVersion version) {
    return held(
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setTrustAll(true)
                .setForceSni(true)
                .setVerifyHost(false)
                .setProtocolVersion(version)));
  }

  private static RequestOptions to(int port, String host) {
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setServer(io.vertx.core.net.SocketAddress.inetSocketAddress(port, "127.0.0.1"))
        .setPort(port)
        .setHost(host)
        .setURI("/com.x.Hello/greet")
        .putHeader("content-type", "application/json");
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void callersComeOverTls(HttpVersion version) throws Exception {
    int port = callersPort(tls(files("mesh")));
    HttpClientAgent client = client(version);
    for (int i = 1; i <= 3; i++) {
      var response =
          result(client.request(to(port, "mesh")).compose(request -> request.send("[]")));
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(calls).hasSize(i).last().matches(call -> call.record().origin().tls() != null);
    }
    assertThat(ends).isEmpty();
  }

  private String shown(int port, String host) throws Exception {
    HttpClientAgent once = client(HttpVersion.HTTP_1_1);
    var request = result(once.request(to(port, host)));
    X509Certificate shown =
        (X509Certificate) request.connection().sslSession().getPeerCertificates()[0];
    result(request.send("[]"));
    result(once.close());
    return shown.getSubjectX500Principal().getName();
  }

  @Test
  void aClientGetsTheCertificateForTheNameThatItAsksFor() throws Exception {
    int port = callersPort(tls(files("first"), files("second", "a.second.example")));
    assertThat(shown(port, "second")).isEqualTo("CN=second");
    assertThat(shown(port, "a.second.example")).isEqualTo("CN=second");
    assertThat(shown(port, "first")).isEqualTo("CN=first");
    assertThat(shown(port, "somebody-else")).isEqualTo("CN=first");
  }

  /** Each server name is asked for with one kind of signature alone. */
  private String shown(int port, String host, String cipher) throws Exception {
    NetClientOptions old =
        new NetClientOptions()
            .setSsl(true)
            .setTrustAll(true)
            .setHostnameVerificationAlgorithm("")
            .setEnabledSecureTransportProtocols(Set.of("TLSv1.2"))
            .addEnabledCipherSuite(cipher);
    NetSocket socket = result(held(vertx.createNetClient(old)).connect(port, "127.0.0.1", host));
    X509Certificate shown = (X509Certificate) socket.sslSession().getPeerCertificates()[0];
    result(socket.close());
    return shown.getSubjectX500Principal().getName();
  }

  @Test
  void aClientGetsACertificateThatItTakes() throws Exception {
    TlsFiles elliptic = files("elliptic", "both");
    kind = CertificateBuilder.Algorithm.rsa2048;
    int port = callersPort(tls(elliptic, files("rsa", "both")));
    String ecdsa = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    String rsa = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
    for (String host : List.of("both", "nobody")) {
      assertThat(shown(port, host, ecdsa)).isEqualTo("CN=elliptic");
      assertThat(shown(port, host, rsa)).isEqualTo("CN=rsa");
    }
    assertThatThrownBy(() -> shown(port, "elliptic", rsa)).hasStackTraceContaining("SSL");
  }

  @Test
  void aNewCertificateIsSeenByNewConnectionsAndCutsNone() throws Exception {
    TlsFiles files = files("mesh");
    TlsListener tls = tls(files);
    int port = callersPort(tls);
    HttpClientAgent kept = client(HttpVersion.HTTP_1_1);
    var before = result(kept.request(to(port, "mesh")));
    result(answerOf(before));
    TlsFiles other = files("other");
    Files.copy(other.certificate(), files.certificate(), REPLACE);
    Files.copy(other.key(), files.key(), REPLACE);
    Promise<Void> changed = Promise.promise();
    tls.watched()
        .onMaterial(
            material -> {
              if (material.names().dns().contains("other")) {
                changed.tryComplete();
              }
            });
    result(changed.future());
    assertThat(shown(port, "mesh")).isEqualTo("CN=other");
    var after = result(kept.request(to(port, "mesh")));
    result(answerOf(after));
    assertThat(after.connection()).isSameAs(before.connection());
  }

  private static final java.nio.file.CopyOption REPLACE =
      java.nio.file.StandardCopyOption.REPLACE_EXISTING;

  private NetSocket plain(int port) throws Exception {
    return result(held(vertx.createNetClient()).connect(port, "127.0.0.1"));
  }

  private static Future<String> allOf(NetSocket socket) {
    Promise<String> all = Promise.promise();
    Buffer got = Buffer.buffer();
    socket.handler(got::appendBuffer);
    socket.closeHandler(closed -> all.tryComplete(got.toString()));
    return all.future();
  }

  @Test
  void plainHttpIsToldThatThereIsTls() throws Exception {
    NetSocket socket = plain(callersPort(tls(files("mesh"))));
    Future<String> answer = allOf(socket);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    assertThat(result(answer))
        .startsWith("HTTP/1.1 400 Bad Request\r\n")
        .contains("application/problem+json")
        .endsWith("\"detail\":\"this port has TLS and the request came without, expected https\"}");
    assertThat(ends).containsExactly(CloseReason.TLS);
  }

  @Test
  void plainHttp2IsToldSoInItsOwnFrames() throws Exception {
    NetSocket socket = plain(callersPort(tls(files("mesh"))));
    Future<String> answer = allOf(socket);
    socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
    String settings = "\0\0\0\4\0\0\0\0\0";
    String goAwayOf41Bytes = "\0\0\51\7\0\0\0\0\0" + "\0\0\0\0" + "\0\0\0\14";
    assertThat(result(answer))
        .isEqualTo(settings + goAwayOf41Bytes + "this port has TLS, expected https");
    assertThat(ends).containsExactly(CloseReason.TLS);
  }

  @Test
  void tlsWhereThereIsNoneEndsTheConnection() throws Exception {
    int port = callersPort(null);
    assertThatThrownBy(() -> result(client(HttpVersion.HTTP_1_1).request(to(port, "mesh"))))
        .hasRootCauseInstanceOf(SSLException.class);
    assertThat(calls).isEmpty();
  }

  /** It's closed a second later, and so that Netty has nothing to complain of. */
  @Test
  void aClientThatStaysAfterItsHandshakeHasFailedIsClosed() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Handler handler = new Warnings(warnings);
    Logger log = Logger.getLogger("io.netty.channel");
    log.addHandler(handler);
    try (Socket socket = new Socket("127.0.0.1", callersPort(tls(files("mesh"))))) {
      await().until(() -> count.open() > 0);
      socket.getOutputStream().write(HexFormat.of().parseHex("160301000401000000"));
      assertThat(socket.getInputStream().readAllBytes()).startsWith(21); // an alert
      assertThat(count.open()).isPositive();
      await().until(() -> count.open() == 0);
    } finally {
      log.removeHandler(handler);
    }
    assertThat(warnings).isEmpty();
  }

  private static final class Warnings extends Handler {
    private final List<String> texts;

    Warnings(List<String> texts) {
      this.texts = texts;
    }

    @Override
    public void publish(LogRecord line) {
      if (line.getLevel().intValue() >= Level.WARNING.intValue()) {
        texts.add(line.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void aHandshakeThatNeverEndsIsEndedAsAnUnfinishedHead() throws Exception {
    options.connections.headMillis = 200;
    int port = callersPort(tls(files("mesh")));
    List<Socket> open = new ArrayList<>();
    for (int i = 0; i < 50; i++) { // more than are accepted unless they are looked at
      Socket socket = new Socket("127.0.0.1", port);
      open.add(socket);
      socket.getOutputStream().write(HexFormat.of().parseHex("1603010200010001"));
    }
    for (Socket socket : open) {
      assertThat(isEnded(socket)).isTrue();
      socket.close();
    }
    assertThat(ends).hasSize(50).containsOnly(CloseReason.HEAD);
    // whose own handshake may take too long here
    await().ignoreExceptions().until(() -> shown(port, "mesh").equals("CN=mesh"));
  }

  @Test
  void anAddressHasNoMoreHandshakesThanConnections() throws Exception {
    perAddress = 2;
    int port = callersPort(tls(files("mesh")));
    NetSocket first = plain(port);
    NetSocket second = plain(port);
    try (Socket third = new Socket("127.0.0.1", port)) {
      assertThat(isEnded(third)).isTrue();
    }
    assertThat(ends).containsExactly(CloseReason.ADDRESS);
    result(first.close());
    result(second.close());
  }

  /** A client of Vert.x' may have been closed before it's asked to tell of it. */
  private static boolean isEnded(Socket socket) throws IOException {
    socket.setSoTimeout(100_000);
    try {
      socket.getInputStream().readAllBytes();
      return true;
    } catch (SocketException e) {
      return true; // reset
    }
  }

  @Test
  void whoAgreesOnHttp2AndSpeaksAnotherIsEnded() throws Exception {
    int port = callersPort(tls(files("mesh")));
    NetSocket socket =
        result(
            held(vertx.createNetClient(
                    new NetClientOptions()
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setApplicationLayerProtocols(List.of("h2"))
                        .setTrustAll(true)
                        .setHostnameVerificationAlgorithm("")))
                .connect(port, "127.0.0.1"));
    assertThat(socket.applicationLayerProtocol()).isEqualTo("h2");
    Future<String> end = allOf(socket);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    assertThat(result(end)).doesNotContain("HTTP/1.1 200");
    assertThat(calls).isEmpty();
  }

  private int dubboPort(TlsListener tls) throws Exception {
    DubboIngressOptions limits =
        new DubboIngressOptions(
            10_000,
            250_000,
            100,
            100_000,
            700,
            60_000,
            10_000,
            0,
            "mesh",
            false,
            Set::of,
            name -> false);
    Promise<Integer> port = Promise.promise();
    vertx.runOnContext(
        v ->
            new DubboIngress(
                    vertx,
                    this::refuse,
                    () -> false,
                    limits,
                    ConnectionRoom.ENDLESS,
                    IngressObserver.NONE,
                    System::nanoTime)
                .listen(SocketSetup.listener(0), tls)
                .onComplete(port));
    return result(port.future());
  }

  @Test
  void dubboConsumersComeOverTls() throws Exception {
    WatchedTls watched = WatchedTls.open(vertx, "callers", List.of(files("mesh")), engine);
    int port = dubboPort(new TlsListener(watched, ClientCertificates.NONE));
    NetClientOptions trusting =
        new NetClientOptions().setSsl(true).setTrustAll(true).setHostnameVerificationAlgorithm("");
    NetSocket socket = result(held(vertx.createNetClient(trusting)).connect(port, "127.0.0.1"));
    Promise<Buffer> answer = Promise.promise();
    socket.handler(answer::tryComplete);
    socket.write(Buffer.buffer(HexFormat.of().parseHex(HEARTBEAT)));
    assertThat(HexFormat.of().formatHex(result(answer.future()).getBytes()))
        .startsWith("dabb22140000000000000007");
    NetSocket plain = plain(port);
    Future<String> end = allOf(plain);
    plain.write(Buffer.buffer(HexFormat.of().parseHex(HEARTBEAT)));
    assertThat(result(end)).isEmpty();
  }

  /** Asked for before it can come. */
  private static Future<Buffer> answerOf(HttpClientRequest request) {
    Future<Buffer> body = request.response().compose(HttpClientResponse::body);
    request.end("[]");
    return body;
  }
}
