package dev.vertxmesh.simulation;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.simulation.agent.MeshOptions;
import dev.vertxmesh.simulation.net.NetworkOptions;
import dev.vertxmesh.simulation.world.World;
import java.util.SplittableRandom;

/**
 * What a seed stands for: how many agents, how they're set, how the network is, how much is called
 * and how much breaks.
 *
 * @param calm whether nothing breaks: agents come and go in good order, and no call may be lost
 * @param stormMillis how long there are calls and faults
 */
record Scenario(
    boolean calm,
    int consumers,
    int providers,
    MeshOptions mesh,
    NetworkOptions network,
    int calls,
    int faults,
    long stormMillis) {

  static Scenario of(SplittableRandom random) {
    boolean calm = random.nextInt(4) == 0;
    int providers = calm ? 2 + random.nextInt(3) : 1 + random.nextInt(4);
    return new Scenario(
        calm,
        1 + random.nextInt(3),
        providers,
        mesh(random, calm),
        network(random, calm),
        20 + random.nextInt(calm ? 200 : 300),
        calm ? 1 + random.nextInt(5) : 2 + random.nextInt(12),
        2_000 + random.nextInt(8_000));
  }

  private static MeshOptions mesh(SplittableRandom random, boolean calm) {
    BalanceMode[] modes = BalanceMode.values();
    return new MeshOptions(
        link(random, calm),
        2 + random.nextInt(4),
        calm ? 2_000 : 1 + random.nextInt(30),
        calm ? 3 : random.nextInt(4),
        calm ? 100 : 20,
        random.nextInt(3) == 0 ? 5 + random.nextInt(50) : 0,
        modes[random.nextInt(modes.length)],
        random.nextInt(5) == 0
            ? EjectionOptions.NEVER
            : new EjectionOptions(2 + random.nextInt(4), 0.2, 20, 300 + random.nextInt(1_500), 0.5),
        random.nextInt(3) == 0 ? 2_000 : 0,
        random.nextInt(4) == 0 ? 800 + random.nextInt(2_000) : 0);
  }

  private static LinkOptions link(SplittableRandom random, boolean calm) {
    int chunk = 1 << (9 + random.nextInt(8));
    int window = 1 << (10 + random.nextInt(7));
    int most = random.nextInt(3) == 0 ? window : window << random.nextInt(8);
    int message = 1 << 20;
    int queued = calm ? 64 << 20 : 1 << (14 + random.nextInt(8));
    return new LinkOptions(
        message,
        chunk,
        queued,
        queued,
        1 + random.nextInt(8),
        500 + random.nextInt(4_500),
        1_000 + random.nextInt(2_000),
        window,
        most,
        calm ? 64 << 20 : 1 << (17 + random.nextInt(8)));
  }

  private static NetworkOptions network(SplittableRandom random, boolean calm) {
    long latency = 10_000L << random.nextInt(12);
    return new NetworkOptions(
        latency,
        random.nextInt(3) == 0 ? 3 * latency : latency / 10,
        1 << (12 + random.nextInt(8)),
        1 + random.nextInt(6),
        calm ? 0 : random.nextInt(200));
  }

  long stormNanos() {
    return World.millis(stormMillis);
  }

  @Override
  public String toString() {
    return "%s, %d consumers, %d providers, %d calls, %d faults in %.1f s, %s, %s"
        .formatted(
            calm ? "calm" : "storm",
            consumers,
            providers,
            calls,
            faults,
            stormMillis / 1e3,
            mesh,
            network);
  }
}
