package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A plain HTTP client calls the store as a browser's gRPC-Web does. */
class GrpcWebIT {

  private static final String PAGE = "https://shop.example.com";
  private static final String BINARY = "application/grpc-web+proto";
  private static final String TEXT = "application/grpc-web-text";

  private static final GrpcServer store = GrpcServer.store();
  private static GrpcMesh mesh;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start(@TempDir Path folder) {
    store.start();
    mesh = GrpcMesh.of(folder, store, List.of("--cors-origin", PAGE)).start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    store.close();
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, " + BINARY + ", a1",
    "HTTP_1_1, " + TEXT + ", a2",
    "HTTP_2, " + BINARY + ", a3",
    "HTTP_2, " + TEXT + ", a4"
  })
  void whatIsCreatedIsRetrieved(HttpClient.Version version, String type, String key)
      throws Exception {
    String keyField = "0a02" + ByteBufUtil.hexDump(key.getBytes(ISO_8859_1));
    String created = hex(post(version, type, "Create", keyField + "120178"), type);
    assertThat(created).startsWith("0000000000" + "80");
    String retrieved = hex(post(version, type, "Retrieve", keyField), type);
    assertThat(retrieved).startsWith("0000000003" + "0a0178" + "80");
    assertThat(trailers(retrieved.substring(16))).contains("grpc-status: 0\r\n");
  }

  @Test
  void anErrorIsInTheTrailers() throws Exception {
    String answer = hex(post(HttpClient.Version.HTTP_1_1, BINARY, "Retrieve", "0a0131"), BINARY);
    assertThat(answer).startsWith("80");
    assertThat(trailers(answer)).contains("grpc-status: 5\r\n", "grpc-message: ");
  }

  @Test
  void aPageOfAnotherOriginMayCall() throws Exception {
    HttpRequest question =
        HttpRequest.newBuilder(uri("Create"))
            .method("OPTIONS", BodyPublishers.noBody())
            .header("origin", PAGE)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type,x-grpc-web")
            .build();
    HttpResponse<byte[]> answer = client.send(question, BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("access-control-allow-origin")).hasValue(PAGE);
    assertThat(answer.headers().firstValue("access-control-allow-headers"))
        .hasValue("content-type,x-grpc-web");
  }

  private HttpResponse<byte[]> post(
      HttpClient.Version version, String type, String method, String message) throws Exception {
    byte[] bytes = ByteBufUtil.decodeHexDump("%010x".formatted(message.length() / 2) + message);
    HttpRequest request =
        HttpRequest.newBuilder(uri(method))
            .version(version)
            .header("content-type", type)
            .header("origin", PAGE)
            .POST(
                BodyPublishers.ofByteArray(
                    type.equals(TEXT) ? Base64.getEncoder().encode(bytes) : bytes))
            .build();
    HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("access-control-allow-origin")).hasValue(PAGE);
    return answer;
  }

  private static URI uri(String method) {
    return URI.create("http://127.0.0.1:%d/%s/%s".formatted(mesh.consumer().port(), STORE, method));
  }

  private static String hex(HttpResponse<byte[]> answer, String type) {
    byte[] body = answer.body();
    if (!type.equals(TEXT)) {
      return ByteBufUtil.hexDump(body);
    }
    ByteArrayOutputStream decoded = new ByteArrayOutputStream();
    for (int at = 0; at < body.length; at += 4) { // there may be padding after each message
      decoded.writeBytes(Base64.getDecoder().decode(Arrays.copyOfRange(body, at, at + 4)));
    }
    return ByteBufUtil.hexDump(decoded.toByteArray());
  }

  private static String trailers(String hex) {
    return new String(ByteBufUtil.decodeHexDump(hex.substring(10)), ISO_8859_1);
  }
}
