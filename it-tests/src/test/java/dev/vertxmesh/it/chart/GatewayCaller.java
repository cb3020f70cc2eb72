package dev.vertxmesh.it.chart;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.util.Map;

/**
 * Who calls a gateway over TLS, and looks at its name.
 *
 * @param authority PEM of whom it believes
 * @param identity a secret with what it shows where it's asked for; null for nothing
 */
record GatewayCaller(Pod gateway, String authority, Map<String, String> identity) {

  /** The gateway's service. */
  static final String SERVICE = "mesh-vertx-mesh-gateway.shop.svc";

  static final int PORT = 20000;

  /** {@code hash("hello")} of the Dubbo provider, with JSON. */
  Answer hash(String host) throws Exception {
    return new TlsPort(gateway.port("http"), TlsPort.context(authority, identity), host)
        .send(
            "POST",
            "/" + Samples.HELLO + "/hash",
            Map.of("host", host + ":" + PORT, "content-type", "application/json"),
            "[\"hello\"]");
  }

  /** A client of gRPC, which has an identity. */
  RawGrpc grpc(Vertx vertx) {
    HttpClientOptions tls =
        new HttpClientOptions()
            .setSsl(true)
            .setUseAlpn(true)
            .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority)))
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(identity.get("tls.crt")))
                    .addKeyValue(Buffer.buffer(identity.get("tls.key"))));
    HttpConnectOptions to =
        new HttpConnectOptions()
            .setServer(SocketAddress.inetSocketAddress(gateway.port("http"), "127.0.0.1"))
            .setHost(SERVICE)
            .setPort(PORT);
    return new RawGrpc(vertx, tls, to);
  }
}
