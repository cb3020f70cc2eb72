package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.dubbo.DubboIngress;
import dev.vertxmesh.ingress.dubbo.DubboIngressOptions;
import dev.vertxmesh.ingress.dubbo.IngressObserver;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.net.SocketSetup;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS on a port is a call on its options; all else is as without. */
class TlsPortsTest {

  private final Vertx vertx = Vertx.vertx();
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private static <O extends NetServerOptions> O secured(O options) throws Exception {
    X509Bundle own =
        new CertificateBuilder()
            .subject("CN=mesh")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    options
        .setSsl(true)
        .setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(own.getCertificatePEM()))
                .addKeyValue(Buffer.buffer(own.getPrivateKeyPEM())));
    return options;
  }

  private Future<Reply> refuse(Call call) {
    calls.add(call);
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.REFUSED, "here", "full"));
  }

  private HttpServer callersPort() throws Exception {
    ConsumerOptions options = new ConsumerOptions();
    options.port = 0;
    HttpServerOptions port = secured(CallersPort.options(options)).setUseAlpn(true);
    return new Ingresses(
            vertx,
            this::refuse,
            new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
            OpenGate.of(vertx, options),
            () -> false,
            options,
            new HttpOptions(
                10_000, new MemoryBudget(25_000), 5_000, false, 300, "mesh-consumer", null))
        .server(vertx, options, port);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void callersComeOverTls(HttpVersion version) throws Exception {
    HttpServer server = result(callersPort().listen());
    HttpClientAgent client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setTrustAll(true)
                .setVerifyHost(false)
                .setProtocolVersion(version));
    RequestOptions to =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setPort(server.actualPort())
            .setHost("127.0.0.1")
            .setURI("/com.x.Hello/greet")
            .putHeader("content-type", "application/json");
    for (int i = 1; i <= 3; i++) {
      var response = result(client.request(to).compose(request -> request.send("[]")));
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(calls).hasSize(i).last().matches(call -> call.record().origin().tls() != null);
    }
  }

  @Test
  void dubboConsumersComeOverTls() throws Exception {
    DubboIngressOptions limits =
        new DubboIngressOptions(10_000, 250_000, 100, 100_000, 700, 60_000, 10_000, "mesh");
    Promise<Integer> port = Promise.promise();
    NetServerOptions listener = secured(SocketSetup.listener(0));
    DubboIngress ingress =
        new DubboIngress(
            vertx, this::refuse, () -> false, limits, IngressObserver.NONE, System::nanoTime);
    vertx.runOnContext(v -> ingress.listen(listener).onComplete(port));
    NetClient client =
        vertx.createNetClient(
            new NetClientOptions()
                .setSsl(true)
                .setTrustAll(true)
                .setHostnameVerificationAlgorithm(""));
    Promise<Buffer> answer = Promise.promise();
    byte[] heartbeat = HexFormat.of().parseHex("dabbe2000000000000000007000000014e");
    client
        .connect(result(port.future()), "127.0.0.1")
        .onSuccess(
            socket -> {
              socket.handler(answer::tryComplete);
              socket.write(Buffer.buffer(heartbeat));
            })
        .onFailure(answer::fail);
    assertThat(HexFormat.of().formatHex(result(answer.future()).getBytes()))
        .startsWith("dabb22140000000000000007");
  }
}
