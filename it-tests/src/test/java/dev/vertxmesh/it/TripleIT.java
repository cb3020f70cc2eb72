package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Triple provider of Dubbo 3.3.6, called by Dubbo's own Triple consumer through both agents. */
class TripleIT {

  /** What it says of a method; Dubbo may log something beside that. */
  private static final Pattern ANSWER =
      Pattern.compile("^(unary|large|exception|server stream|both ways): ");

  /** Dubbo's wrapper of one argument, a String in Hessian's second form. */
  private static final Buffer GREET_ADA =
      RawGrpc.message(
          "\n\bhessian4\u0012\u0004\u0003Ada\u001a\u0010java.lang.String"
              .getBytes(StandardCharsets.UTF_8));

  private static final int GIVEN_UP = 300;
  private static final int CANCEL = 8;

  private static final GrpcServer PROVIDER = GrpcServer.triple();
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    PROVIDER.start();
    mesh = new GrpcMesh(folder, PROVIDER).start();
  }

  @AfterAll
  static void close() {
    mesh.close();
    PROVIDER.kill();
  }

  private static List<String> answers(Child consumer) {
    assertThat(consumer.awaitExit()).as("%s", consumer.log()).isZero();
    return consumer.lines().stream().filter(line -> ANSWER.matcher(line).find()).toList();
  }

  @Test
  void unaryCallsStreamsAndExceptionsComeBackAsTheyDoStraight() {
    List<String> straight = answers(Consumer.triple(PROVIDER.port()));
    List<String> through = answers(Consumer.triple(mesh.consumer().port()));
    assertThat(through)
        .hasSize(5)
        .isEqualTo(straight)
        .contains(
            "unary: Hello, Ada",
            "large: 1048583",
            "server stream: [Hello for time 1, Hello for time 2, Hello for time 3]",
            "both ways: [Hello, Ada, Hello, Grace]")
        .anyMatch(line -> line.startsWith("exception: ") && line.contains("not today"));
    mesh.awaitIdle();
  }

  /** Dubbo ends a connection on which more than 200 streams are reset within 30 s. */
  @Test
  void callersWhoGiveUpTakeNoOtherCallWithThem() {
    Vertx vertx = Vertx.vertx();
    try {
      HttpClientRequest stays = greetAll(new RawGrpc(vertx, mesh.consumer().port()));
      RawGrpc impatient = new RawGrpc(vertx, mesh.consumer().port());
      for (int i = 0; i < GIVEN_UP; i++) {
        RawGrpc.get(greetAll(impatient).reset(CANCEL));
      }
      RawGrpc.get(stays.end(GREET_ADA));
      RawGrpc.Reply reply = RawGrpc.reply(stays);
      assertThat(reply.code()).as(reply.message()).isEqualTo("0");
      mesh.awaitIdle();
    } finally {
      RawGrpc.get(vertx.close());
    }
  }

  /** A call whose first greeting has come. */
  private static HttpClientRequest greetAll(RawGrpc client) {
    HttpClientRequest request =
        client.begin(
            "/" + GrpcServer.GREETINGS + "/greetAll",
            "tri-service-group",
            "blue",
            "tri-service-version",
            "1.0");
    RawGrpc.get(request.write(GREET_ADA));
    RawGrpc.get(request.response());
    return request;
  }

  @Test
  void whoAsksForNoGroupAndNoVersionIsToldWhichThereAre() {
    Vertx vertx = Vertx.vertx();
    try {
      RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
      RawGrpc.Reply reply = client.call("/" + GrpcServer.GREETINGS + "/greet", RawGrpc.message());
      assertThat(reply.code()).isEqualTo("12");
      assertThat(reply.message())
          .contains(GrpcServer.GREETINGS + " is registered")
          .contains(GrpcServer.GREETINGS + ":1.0@blue");
    } finally {
      RawGrpc.get(vertx.close());
    }
  }
}
