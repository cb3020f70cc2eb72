package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * More calls at once than a provider takes, by far, and then again on what is left of the
 * connections. What of the capacity is left meanwhile is for {@code bench/overload} to say.
 */
@Tag("attacks")
class TenTimesCapacityIT {

  private static final int CALLERS = 2_000;
  private static final int THREADS = 20;
  private static final int OK = 200;
  private static final int REFUSED = 503;

  /** One that found no room, or made some. */
  private static final int CLOSED = 0;

  private static final String FORM =
      "interface=%s&method=hash&parameterTypesString=Ljava%%2Flang%%2FString%%3B&parameter=hello"
          .formatted(Samples.HELLO);

  private final List<Wire> wires = new ArrayList<>();

  @Test
  void eachCallIsAnsweredOrRefusedAndTheAgentsGiveBackWhatItTook(@TempDir Path folder)
      throws IOException {
    Mesh drawn =
        Mesh.in(folder)
            .with(Provider.dubbo("2.6.12").threads(THREADS).delayMillis(50).limit(THREADS))
            .jvm(Victim.MEMORY)
            .underLoad();
    try (Mesh mesh = drawn.start()) {
      assertThat(mesh.http().hash("hello").status()).isEqualTo(OK);
      List<Victim> agents =
          List.of(
              new Victim("consumer", mesh.consumer()),
              new Victim("provider", mesh.providerAgent()));
      for (int i = 0; i < CALLERS; i++) {
        wires.add(Wire.to(mesh.consumer().port()));
      }
      for (int round = 0; round < 3; round++) {
        Map<Integer, Integer> answers = callAtOnce();
        System.out.printf("%d calls at once, by status: %s%n", CALLERS, answers);
        assertThat(answers.keySet()).contains(OK, REFUSED).isSubsetOf(CLOSED, OK, REFUSED);
      }
      assertThat(mesh.consumer().admin().get("/health/live").status()).isEqualTo(OK);
      for (Wire wire : wires) {
        wire.close();
      }
      assertThat(mesh.http().hash("hello").status()).isEqualTo(OK);
      agents.forEach(Victim::assertUnharmed);
      agents.forEach(Victim::say);
    }
  }

  private Map<Integer, Integer> callAtOnce() {
    List<Wire> calling = new ArrayList<>();
    Map<Integer, Integer> answers = new TreeMap<>();
    for (Wire wire : wires) {
      try {
        calling.add(wire.post("/", "application/x-www-form-urlencoded", FORM));
      } catch (IOException closed) {
        answers.merge(CLOSED, 1, Integer::sum);
      }
    }
    calling.forEach(wire -> answers.merge(status(wire), 1, Integer::sum));
    return answers;
  }

  private static int status(Wire wire) {
    try {
      return wire.answer().status();
    } catch (EOFException | SocketException closed) {
      return CLOSED;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
