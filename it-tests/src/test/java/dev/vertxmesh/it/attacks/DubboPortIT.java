package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Metrics;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Connections to the Dubbo port that want nothing but room. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class DubboPortIT {

  private static final byte[] SMALL = HexFormat.of().parseHex("9195");

  private static final String CONNECTS = "mesh_dubbo_connects_total";
  private static final String ENDS = "mesh_callers_connection_ends_total";

  private final List<Wire> wires = new ArrayList<>();
  private Mesh mesh;
  private FakeDubbo fake;
  private GoodCaller good;
  private Victim consumer;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    mesh =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12"))
            .consumer("--dubbo-port", "0")
            .jvm(Victim.MEMORY)
            .underLoad()
            .startAgents();
    fake = FakeDubbo.reading(mesh.dubbo().port(), DubboPortIT::answer);
    Mesh.awaitReady(mesh.providerAgent());
    mesh.awaitOpen();
    theGoodCallerIsAnswered();
    consumer = new Victim("consumer", mesh.consumer());
  }

  private static void answer(long id, String body, Socket socket) throws IOException {
    FakeDubbo.write(socket, FakeDubbo.response(2, id, SMALL));
  }

  @AfterAll
  void close() throws IOException {
    consumer.say();
    mesh.close();
    fake.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = GoodCaller.calling(this::theGoodCallerIsAnswered);
  }

  @AfterEach
  void nobodyIsHarmed() throws IOException {
    good.callOn();
    for (Wire wire : wires) {
      wire.close();
    }
    wires.clear();
    good.callOn();
    good.leave();
    consumer.say();
    consumer.assertUnharmed();
  }

  private void theGoodCallerIsAnswered() {
    assertThat(mesh.http().hash("hello").body()).isEqualTo("5");
  }

  private Wire open(int port) throws IOException {
    Wire wire = Wire.to(port);
    wires.add(wire);
    return wire;
  }

  /**
   * Have been accepted, or closed there: on a busy machine the first leave before the last come.
   */
  private double came() {
    Metrics metrics = mesh.consumer().metrics();
    return metrics.sum(CONNECTS) + metrics.sum(ENDS);
  }

  private double ends(String reason) {
    return mesh.consumer().metrics().sum(ENDS, "reason", reason);
  }

  @Test
  void thousandsThatSayNothing() throws IOException {
    double room = ends("room");
    for (int i = 0; i < 5_000; i++) {
      open(mesh.consumer().dubboPort());
    }
    await().until(() -> ends("room") >= room + 3_000);
  }

  /** In a buffer that many events, which ask for no answer, have made large. */
  @Test
  void halvesOfHeadsInLargeBuffers() throws IOException {
    double before = came();
    String events = "dabba200000000000000000100000001" + "4e";
    byte[] all = HexFormat.of().parseHex(events.repeat(12_000) + "dabbc200");
    for (int i = 0; i < 1_200; i++) {
      open(mesh.consumer().dubboPort()).send(all);
    }
    await().until(() -> came() >= before + 1_200);
  }
}
