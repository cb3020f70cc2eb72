package dev.vertxmesh.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Agents under a thousand different storms; {@code ./simulate} runs more of them, or one again. */
class SimIT {

  private static final int SEEDS = 1_000;

  @BeforeAll
  static void prepare() {
    SeedRun.prepare();
  }

  @Test
  void aThousandSeedsBreakNoInvariant() {
    List<String> broken = new ArrayList<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      SeedRun run = SeedRun.of(seed);
      if (run.broken() != null) {
        broken.add(
            "seed %d: %s: %s".formatted(seed, run.broken().invariant(), run.broken().getMessage()));
      }
    }
    assertThat(broken).as("again by ./simulate --seed N").isEmpty();
  }

  @Test
  void aSeedIsTheSameRunEachTime() {
    for (long seed = -3; seed < 3; seed++) {
      SeedRun once = SeedRun.of(seed);
      SeedRun again = SeedRun.of(seed);
      assertThat(again.hash()).as("hash of all events of seed " + seed).isEqualTo(once.hash());
      assertThat(again.events()).isEqualTo(once.events());
      assertThat(again.tail()).isEqualTo(once.tail());
    }
  }

  @Test
  void anotherSeedIsAnotherRun() {
    assertThat(SeedRun.of(1).hash()).isNotEqualTo(SeedRun.of(2).hash());
  }
}
