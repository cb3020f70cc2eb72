package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Strangers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Callers of Dubbo's protocol that aren't Java, before providers that are: npm's clients, which
 * write hessian2 by a library of their own, and dubbo-go's consumer. To the provider of 2.6 they
 * come through both agents, to that of 3.3 through a consumer agent alone.
 */
class DubboCallersIT {

  private static Mesh mesh;
  private static DubboServer newer;
  private static Agent straight;

  @BeforeAll
  static void start(@TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).consumer("--dubbo-port", "0").start();
    newer = new DubboServer(Provider.dubbo("3.3.6"), Ports.free());
    newer.start();
    String registry = "static:dubbo://127.0.0.1:" + newer.port();
    straight =
        Agent.of(
            "mesh-consumer", "--registry", registry, "--dubbo-port", "0", "--timeout", "120000");
    straight.start();
    Mesh.awaitReady(straight);
  }

  @AfterAll
  static void close() {
    if (straight != null) {
      straight.close();
    }
    if (newer != null) {
      newer.close();
    }
    if (mesh != null) {
      mesh.close();
    }
  }

  private static Child caller(String program, int port) {
    String address = "127.0.0.1:" + port;
    return program.equals("dubbo-go")
        ? Strangers.go("dubboconsumer", "java", address)
        : Strangers.node("dubbo.js", program, address);
  }

  private static List<String> answers(String program, int port) {
    Child caller = caller(program, port);
    assertThat(caller.awaitExit()).as("%s", caller.log()).isZero();
    return caller.lines().stream()
        .filter(line -> line.startsWith("answer "))
        // what is wrong the mesh says in its own words
        .map(line -> line.replaceFirst("(: error)(?! no$).*", "$1"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "2.6, dubbo2.js, 7",
    "2.6, apache-dubbo-js, 7",
    "2.6, dubbo-go, 11",
    "3.3, dubbo2.js, 7",
    "3.3, apache-dubbo-js, 7",
    "3.3, dubbo-go, 11"
  })
  void theyFindTheSameAsWithoutTheMesh(String release, String program, int calls) {
    boolean old = release.equals("2.6");
    assertThat(answers(program, old ? mesh.consumer().dubboPort() : straight.dubboPort()))
        .hasSize(calls)
        .contains("answer hash: 99162322", "answer nope: error")
        .isEqualTo(answers(program, old ? mesh.dubbo().port() : newer.port()));
  }
}
