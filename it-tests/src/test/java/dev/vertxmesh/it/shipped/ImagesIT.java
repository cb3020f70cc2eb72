package dev.vertxmesh.it.shipped;

import static dev.vertxmesh.it.shipped.Hashes.wellAnswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.EchoVerticle;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.PacedTraffic;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The images, run as the chart runs them; each test draws a mesh that suits it. */
class ImagesIT {

  private static final int CALLS_A_SECOND = 200;

  @TempDir Path folder;

  @Test
  void eachAgentHasAnArchiveOfTheLibrariesClassesAndOfItsOwn() {
    Images.require();
    for (String agent : List.of("mesh-consumer", "mesh-provider")) {
      String ifTaken = "_JAVA_OPTIONS=-Xshare:on -Xlog:class+load"; // without it, Java ends
      List<String> run = List.of("docker", "run", "--rm", "-e", ifTaken);
      List<String> asked = List.of(Images.ours(agent).asCanonicalNameString(), "--version");
      Child child =
          Child.start(agent, Stream.concat(run.stream(), asked.stream()).toList(), Map.of());
      assertThat(child.awaitExit()).as("%s", child.log()).isZero();
      for (String own : List.of("launch.Launcher", "launch.settings.CommonOptions")) {
        assertThat(child.log()).contains("dev.vertxmesh." + own + " source: shared objects file");
      }
    }
  }

  @Test
  void whatIsTooMuchIsRefusedBeforeTheProviderIs() {
    MeshHarness drawn =
        MeshHarness.draw()
            .site("a", site -> site.delayMillis(1_000).limit(4))
            .gateway("--retries", "0");
    try (MeshHarness mesh = drawn.start()) {
      Http http = mesh.http();
      wellAnswered(http, 1);
      List<Answer> answers =
          Stream.generate(() -> http.formAsync(Samples.HELLO, "hash", Samples.STRING, "hello"))
              .limit(60)
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      List<Answer> refused = answers.stream().filter(one -> one.status() != 200).toList();
      assertThat(refused).hasSizeBetween(1, 56);
      assertThat(refused)
          .allSatisfy(one -> assertThat(one.problem().getString("retry")).isEqualTo("safe"));
      assertThat(ContainerWatch.logOf("dubbo-a")).doesNotContainIgnoringCase("exhausted");
    }
  }

  @Test
  void anAgentThatDrainsLosesNoCall() {
    try (MeshHarness mesh = twoSites().start()) {
      try (PacedTraffic traffic = PacedTraffic.through(mesh.http(), CALLS_A_SECOND)) {
        traffic.awaitMore(CALLS_A_SECOND);
        Answer hook = preStop(mesh.agent("a"));
        assertThat(hook.body()).isEqualTo("{\"drained\":true}");
        mesh.dubbo("a").crash(); // as soon as the hook is answered nothing needs it
        assertThat(mesh.agent("a").terminate()).isZero();
        traffic.awaitMore(CALLS_A_SECOND);
        traffic.end();
        assertThat(traffic.failures()).isEmpty();
      }
    }
  }

  @Test
  void aGatewayThatLeavesAnswersWhatComesMeanwhile() {
    MeshHarness drawn =
        MeshHarness.draw().site("a", site -> site.delayMillis(20)).gateway("--linger", "30000");
    try (MeshHarness mesh = drawn.start()) {
      Http http = mesh.http();
      CompletableFuture<Long> end = CompletableFuture.supplyAsync(() -> mesh.gateway().terminate());
      await().until(() -> mesh.gateway().admin().get("/health/ready").status() == 503);
      // whoever hasn't heard of it yet comes, by new connections too, and is told to come no more
      assertThat(wellAnswered(Http.on(mesh.gateway().getMappedPort(20_000)), 20))
          .allSatisfy(one -> assertThat(one.header("connection")).isEqualTo("close"));
      wellAnswered(http, 20);
      assertThat(end.join()).isZero();
    }
  }

  @Test
  void gRpcGoesThroughThemBesideDubbo() {
    MeshHarness drawn =
        MeshHarness.draw().site("a", site -> site).verticle(EchoVerticle.class, "com.x.Greeter");
    Vertx vertx = Vertx.vertx();
    try (MeshHarness mesh = drawn.start()) {
      RawGrpc client = new RawGrpc(vertx, mesh.gateway().getMappedPort(20_000));
      Buffer hello = RawGrpc.message("hello".getBytes(StandardCharsets.UTF_8));
      RawGrpc.Reply reply = client.call("/com.x.Greeter/Hello", hello);
      assertThat(reply.code()).as(reply.message()).isEqualTo("0");
      assertThat(reply.body()).isEqualTo(hello);
      assertThat(client.call("/com.x.Nobody/Hello", hello).code()).isEqualTo("12");
      wellAnswered(mesh.http(), 1);
    } finally {
      RawGrpc.get(vertx.close());
    }
  }

  @Test
  void anEtcdThatSpeaksTlsAloneIsAsGoodAsAnyOther() {
    MeshHarness drawn =
        MeshHarness.draw()
            .site("a", site -> site)
            .etcdOverTls(new Authority(folder, "own")); // whose folder anybody may read
    try (MeshHarness mesh = drawn.start()) {
      wellAnswered(mesh.http(), 20);
    }
  }

  /**
   * Nobody refuses anything, however slow the machine is on which they are: not the sites, and not
   * the gateway either, whose callers here are patient.
   */
  private static MeshHarness twoSites() {
    return MeshHarness.draw()
        .site("a", site -> site.threads(600).limit(500).calm())
        .site("b", site -> site.threads(600).limit(500).calm())
        .gateway("--queue-target", "0");
  }

  private static Answer preStop(Node agent) {
    Http admin = agent.admin();
    return admin.send(
        admin
            .to("pre-stop")
            .header("x-mesh-hook", "pre-stop")
            .method("GET", BodyPublishers.noBody()));
  }
}
