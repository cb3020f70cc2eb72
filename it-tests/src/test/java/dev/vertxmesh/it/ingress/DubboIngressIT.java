package dev.vertxmesh.it.ingress;

import static dev.vertxmesh.it.harness.Samples.DESK;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Native consumers find the same through the mesh as straight at the provider. */
@ParameterizedClass(name = "dubbo {0}")
@ValueSource(strings = {"2.6.12", "3.3.6"})
class DubboIngressIT {

  private static final int LEAST_COMPARED = 100;

  private static Mesh mesh;

  @Parameter String release;

  @BeforeParameterizedClassInvocation
  static void start(String release, @TempDir Path folder) {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo(release).desk())
            .consumer("--dubbo-port", "0", "--attachment-allow", "remote.application,*")
            .start();
  }

  @AfterParameterizedClassInvocation
  static void close() {
    mesh.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "3.3.6"})
  void everyOutcomeIsTheSameAsWithoutTheMesh(String consumers) {
    Child consumer =
        Consumer.comparing(consumers, mesh.dubbo().port(), mesh.consumer().dubboPort());
    Matcher sum = consumer.awaitLine(Pattern.compile("^compared: (\\d+), different: (\\d+)"));
    assertThat(Integer.parseInt(sum.group(1))).isGreaterThan(LEAST_COMPARED);
    assertThat(sum.group(2)).as(consumer.log()).isEqualTo("0");
    assertThat(consumer.awaitExit()).isZero();
    assertThat(mesh.consumer().metrics().sum("mesh_calls_total", "service=\"" + USERS + "\""))
        .isGreaterThan(LEAST_COMPARED);
  }

  @Test
  void aConsumerThatWantsToBeCalledBackIsToldWhatToDoInstead() {
    Child consumer =
        Consumer.subscribing(release, mesh.dubbo().port(), mesh.consumer().dubboPort());
    String direct = consumer.awaitLine(Pattern.compile("^subscribed direct: (.*)")).group(1);
    String refused = consumer.awaitLine(Pattern.compile("^subscribed mesh: (.*)")).group(1);
    if (release.startsWith("3")) { // it refuses to send its own listener, to whomever
      assertThat(direct).contains("allow list").doesNotContain("told");
      assertThat(refused).contains("allow list").doesNotContain("told");
      return;
    }
    assertThat(direct).endsWith(", told [first rain]");
    assertThat(refused)
        .contains("attachment sys_callback_arg-1: the provider would call the consumer back")
        .contains("no agent carries such calls: ask again by a method that returns")
        .contains("mesh-consumer");
  }

  @Test
  void overHttpThatIsRefusedWhereTheProviderTellsOfIt() {
    if (release.startsWith("2")) {
      await().until(() -> subscribe().status() == 400); // it's asked a moment after it's there
      assertThat(subscribe().detail())
          .contains("argument 1: the provider calls back what is given here")
          .contains("nobody can be called back over HTTP");
    } else {
      assertThat(subscribe().header("x-mesh-types")).isEqualTo("unknown");
    }
  }

  private static Answer subscribe() {
    return mesh.http().json(DESK, "subscribe", "[\"rain\",{}]");
  }

  @Test
  void theAgentsKeepNothingOfACall() {
    await().until(() -> mesh.inFlightOnLinks() == 0); // a consumer may have left without waiting
  }
}
