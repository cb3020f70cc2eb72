package dev.vertxmesh.it.security;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.LinkWire;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who comes to a port without having proved to be somebody, by every protocol, and has a whole call
 * behind the handshake at once: the very bytes that who has is answered for. In TLS 1.3 the call is
 * on its way before the agent has seen the certificate. None of it goes on: no byte of an answer
 * comes back, and no agent has counted a call.
 */
@ParameterizedClass(name = "agents by {0}")
@ValueSource(strings = {"openssl", "jdk"})
@TestInstance(Lifecycle.PER_CLASS)
class UnprovenCallersIT {

  private static final String HASH = "/" + Samples.HELLO + "/hash";
  private static final String ANSWER = "99162322"; // of hello
  private static final int END_STREAM = 1;
  private static final List<String> VERSIONS = List.of("TLSv1.2", "TLSv1.3");

  /** RFC 4346, 7.4.1.2, without extensions; and the alert that says that it's too old. */
  private static final String TLS_1_1 =
      "160301002f0100002b0302" + "11".repeat(32) + "000004002fc0130100";

  /** Another answer than the right one leaves the connection open; it's asked again then. */
  private static final int PATIENCE_MILLIS = 5_000;

  private static final String PROTOCOL_VERSION = "0246";

  @Parameter String engine;

  private final Vertx vertx = Vertx.vertx();
  private EncryptedMesh mesh;

  /** A way in: what its client agrees on, and what's in the answer to its call. */
  enum Way {
    HTTP_1_1("http/1.1", ANSWER),
    HTTP_2("h2", ANSWER),
    GRPC("h2", "grpc-status"),
    DUBBO("", new String(HexFormat.of().parseHex(KeptClient.DUBBO_ANSWER), ISO_8859_1)),
    ADMIN("http/1.1", "\"links\""),
    LINK("", ANSWER);

    private final String protocol;
    private final String answer;

    Way(String protocol, String answer) {
      this.protocol = protocol;
      this.answer = answer;
    }

    byte[] call() {
      return switch (this) {
        case HTTP_1_1 ->
            ("POST %s HTTP/1.1\r\nhost: it\r\ncontent-type: application/json\r\n"
                    + "content-length: 9\r\n\r\n[\"hello\"]")
                .formatted(HASH)
                .getBytes(ISO_8859_1);
        case HTTP_2 -> http2(Http2Wire.json(HASH), "[\"hello\"]".getBytes(ISO_8859_1));
        case GRPC ->
            http2(
                Http2Wire.grpc("/" + EncryptedMesh.GREETER + "/Hello"),
                RawGrpc.message("hello".getBytes(ISO_8859_1)).getBytes());
        case DUBBO -> KeptClient.dubboCall(7).getBytes();
        case ADMIN -> "GET /topology HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".getBytes(ISO_8859_1);
        case LINK ->
            Http2Wire.joined(
                List.of(
                    LinkWire.hello(),
                    LinkWire.define(0, Samples.HELLO, "hash", Samples.STRING),
                    LinkWire.request(1, 0, LinkWire.TEXT, "hello")));
      };
    }

    private static byte[] http2(byte[] headers, byte[] body) {
      return Http2Wire.joined(
          List.of(
              Http2Wire.hello(),
              Http2Wire.frame(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, headers),
              Http2Wire.frame(Http2Wire.DATA, END_STREAM, 1, body)));
    }
  }

  @BeforeParameterizedClassInvocation
  void start(String by, @TempDir Path folder) throws Exception {
    mesh = new EncryptedMesh(vertx, folder, "--tls-engine", by).start();
  }

  @AfterParameterizedClassInvocation
  void stop() {
    mesh.close();
  }

  @AfterAll
  void close() {
    RawGrpc.get(vertx.close());
  }

  private int portOf(Way way) {
    return switch (way) {
      case HTTP_1_1, HTTP_2, GRPC -> mesh.consumer().port();
      case DUBBO -> mesh.consumer().dubboPort();
      case ADMIN -> mesh.consumer().adminPort();
      case LINK -> mesh.provider().port();
    };
  }

  /** What comes back of a whole call, up to its answer or to the end; the error's words at last. */
  private String call(Way way, X509Bundle identity, String version) throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            FakeAgent.contextOf(identity)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), portOf(way))) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      if (!way.protocol.isEmpty()) {
        parameters.setApplicationProtocols(new String[] {way.protocol});
      }
      socket.setSSLParameters(parameters);
      return call(way, socket);
    }
  }

  private static String call(Way way, Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    StringBuilder came = new StringBuilder();
    try {
      socket.getOutputStream().write(way.call());
      InputStream in = socket.getInputStream();
      int b = 0;
      while (b >= 0 && came.indexOf(way.answer) < 0) {
        b = in.read();
        came.append(b < 0 ? "" : "" + (char) b);
      }
      return came.toString();
    } catch (IOException e) {
      return came + " " + e.getMessage();
    }
  }

  private void isTurnedAway(Way way, X509Bundle identity, String alert) throws Exception {
    double before = mesh.calls();
    for (String version : VERSIONS) {
      // it may be closed before the alert was read, as the client was still writing
      await()
          .until(
              () -> {
                String came = call(way, identity, version);
                assertThat(came).doesNotContain(way.answer); // which ends it at once
                return came.matches(" .*fatal alert: " + alert);
              });
    }
    assertThat(mesh.calls()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void whoHasIsAnswered(Way way) throws Exception {
    double before = mesh.calls();
    for (String version : VERSIONS) {
      X509Bundle gateway = mesh.signer().issue(EncryptedMesh.GATEWAY);
      await().until(() -> call(way, gateway, version).contains(way.answer));
    }
    if (way != Way.ADMIN) {
      await().until(() -> mesh.calls() >= before + VERSIONS.size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoShowsNoCertificate(Way way) throws Exception {
    isTurnedAway(way, null, "(bad_certificate|handshake_failure|certificate_required)");
  }

  @ParameterizedTest
  @EnumSource
  void whoseCertificateHasExpired(Way way) throws Exception {
    X509Bundle expired = mesh.signer().expired(EncryptedMesh.GATEWAY);
    isTurnedAway(way, expired, "certificate_unknown");
  }

  @ParameterizedTest
  @EnumSource
  void whoseCertificateIsntValidYet(Way way) throws Exception {
    X509Bundle early = mesh.signer().notYetValid(EncryptedMesh.GATEWAY);
    isTurnedAway(way, early, "certificate_unknown");
  }

  @ParameterizedTest
  @EnumSource
  void whoseAuthorityIsUnknown(Way way) throws Exception {
    X509Bundle theirs = new Signer("theirs").issue(EncryptedMesh.GATEWAY);
    isTurnedAway(way, theirs, "certificate_unknown");
  }

  /** At other ports it's the client that looks at names, see {@link TlsIT}. */
  @Test
  void whoseNameIsNoneThatALinkMayHave() throws Exception {
    double before = mesh.calls();
    for (String version : VERSIONS) {
      assertThat(call(Way.LINK, mesh.signer().issue(EncryptedMesh.STOCK), version))
          .contains("refused by its certificate, which proves to be " + EncryptedMesh.STOCK)
          .doesNotContain(ANSWER);
    }
    assertThat(mesh.calls()).isEqualTo(before);
  }

  @Test
  void whoseAuthorityIsTakenAway() throws Exception {
    X509Bundle ours = mesh.signer().issue(EncryptedMesh.GATEWAY);
    Signer others = new Signer("others");
    others.write(mesh.folder());
    for (Way way : Way.values()) {
      for (String version : VERSIONS) {
        await()
            .untilAsserted(
                () ->
                    assertThat(call(way, ours, version))
                        .matches(" .*fatal alert: certificate_unknown"));
      }
    }
    mesh.signer().write(mesh.folder());
    for (Way way : Way.values()) {
      await().until(() -> call(way, ours, "TLSv1.3").contains(way.answer));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoSpeaksAnOldTls(Way way) throws Exception {
    double before = mesh.calls();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), portOf(way))) {
      socket.setSoTimeout(100_000);
      socket.getOutputStream().write(HexFormat.of().parseHex(TLS_1_1));
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(HexFormat.of().formatHex(answer)).startsWith("15").endsWith(PROTOCOL_VERSION);
    }
    assertThat(mesh.calls()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void whoSpeaksPlainText(Way way) throws Exception {
    double before = mesh.calls();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), portOf(way))) {
      String told =
          switch (way) {
            case HTTP_1_1, ADMIN ->
                "this port has TLS and the request came without, expected https";
            case HTTP_2, GRPC -> "this port has TLS, expected https";
            case DUBBO, LINK -> "";
          };
      assertThat(call(way, socket)).contains(told).doesNotContain(way.answer);
    }
    assertThat(mesh.calls()).isEqualTo(before);
  }
}
