package dev.vertxmesh.bench.simulate;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What is simulated, the quick ones and all. */
final class Scenarios {

  private static final List<Contender> ALL =
      List.of(
          Contender.ADAPTIVE,
          Contender.WEIGHTS_ONLY,
          Contender.ROUND_ROBIN,
          Contender.LEAST_IN_FLIGHT,
          Contender.PEAK_EWMA,
          Contender.PLAIN,
          Contender.RANDOM);

  private static final List<Contender> FEW =
      List.of(Contender.ADAPTIVE, Contender.PLAIN, Contender.RANDOM);

  private static final Consumer<List<SimServer>> NOTHING = servers -> {};
  private static final double NEVER = Double.MAX_VALUE;

  private Scenarios() {}

  /** Those that take a few seconds in all. */
  static List<Scenario> quick() {
    return List.of(
        unequal(),
        oneOfTen("slow", "one of ten becomes ten times slower", first -> first.slowness(10)),
        oneOfTen(
            "failing",
            "one of ten fails every call at once",
            first -> first.mode(SimServer.Mode.FAILING)),
        oneOfTen("dead", "one of ten answers no call", first -> first.mode(SimServer.Mode.DEAD)));
  }

  /** All of them: a few minutes. */
  static List<Scenario> full() {
    List<Scenario> large = List.of(unequalForThousand(), slowForThousand(), huge());
    return Stream.concat(quick().stream(), large.stream()).toList();
  }

  private static Scenario unequal() {
    return new Scenario(
        "unequal",
        "50, 100 and 150 threads, 10 consumers, 80 % load",
        10,
        3,
        i -> 50 * (i + 1),
        20,
        0.8,
        0,
        40,
        NEVER,
        NOTHING,
        0,
        ALL);
  }

  private static Scenario oneOfTen(String name, String title, Consumer<SimServer> change) {
    return new Scenario(
        name,
        title + ", 20 consumers, 50 % load",
        20,
        10,
        i -> 20,
        10,
        0.5,
        0,
        90,
        20,
        servers -> change.accept(servers.get(0)),
        60,
        ALL);
  }

  /** Who asks once in a while knows next to nothing of his own: the reports have to do. */
  private static Scenario unequalForThousand() {
    return new Scenario(
        "unequal-1000",
        "100 providers with 10, 20 and 30 threads, 1,000 consumers, 80 % load",
        1_000,
        100,
        i -> 10 * (i % 3 + 1),
        50,
        0.8,
        0,
        40,
        NEVER,
        NOTHING,
        0,
        FEW);
  }

  private static Scenario slowForThousand() {
    return new Scenario(
        "slow-1000",
        "ten of 100 become ten times slower, 1,000 consumers, 60 % load",
        1_000,
        100,
        i -> 20,
        50,
        0.6,
        0,
        70,
        15,
        servers -> servers.subList(0, 10).forEach(server -> server.slowness(10)),
        45,
        FEW);
  }

  private static Scenario huge() {
    return new Scenario(
        "huge",
        "5,000 of 100,000 providers answer no call, 1,000 consumers, subsets of 100, 10 % load",
        1_000,
        100_000,
        i -> 2,
        400,
        0.1,
        100,
        40,
        10,
        servers -> {
          for (int i = 0; i < servers.size(); i += 20) {
            servers.get(i).mode(SimServer.Mode.DEAD);
          }
        },
        0,
        List.of(Contender.ADAPTIVE, Contender.PLAIN));
  }
}
