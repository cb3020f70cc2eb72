package dev.vertxmesh.simulation.work;

import dev.vertxmesh.simulation.world.World;
import java.util.SplittableRandom;

/** Thinks up calls: mostly small and plain ones, and at every boundary some. */
public final class Plans {

  private static final int LEAST = 8;

  /** More is refused by links, which is tried too. */
  private static final int LARGEST = 1 << 20;

  private final SplittableRandom random;
  private final int chunk;
  private final int window;
  private final boolean calm;

  /**
   * @param chunk what a large message leaves in parts of, in bytes
   * @param window of a stream at first, in bytes
   * @param calm whether all is to end well
   */
  public Plans(SplittableRandom random, int chunk, int window, boolean calm) {
    this.random = random;
    this.chunk = chunk;
    this.window = window;
    this.calm = calm;
  }

  Plan next() {
    boolean stream = random.nextInt(4) == 0;
    long timeout = timeout();
    return new Plan(
        random.nextInt(3) == 0,
        size(),
        size(),
        stream ? messages() : null,
        stream ? messages() : null,
        service(),
        timeout,
        cancel(),
        random.nextInt(30) == 0 ? 1 + random.nextInt(2) : 0,
        manner(stream),
        random.nextBoolean(),
        random.nextLong());
  }

  /** A small call whose end tells whether somebody is there. */
  Plan probe() {
    return new Plan(
        false, 64, 64, null, null, 1_000_000, 2_000, 0, 0, Plan.Manner.ANSWER, false, 0);
  }

  private long timeout() {
    int kind = random.nextInt(10);
    if (calm) {
      return kind < 5 ? 0 : 60_000;
    }
    return kind < 2 ? 0 : kind < 4 ? 1 + random.nextInt(100) : 100 + random.nextInt(5_000);
  }

  private long service() {
    int kind = random.nextInt(20);
    if (kind < 8) {
      return 0;
    }
    return kind < 18 ? World.millis(1 + random.nextInt(20)) : World.millis(random.nextInt(1_500));
  }

  private long cancel() {
    return random.nextInt(8) == 0 ? 1 + random.nextLong(World.millis(200)) : 0;
  }

  private Plan.Manner manner(boolean stream) {
    int kind = random.nextInt(20);
    if (kind < 14) {
      return Plan.Manner.ANSWER;
    } else if (kind == 14) {
      return Plan.Manner.FAIL;
    } else if (kind == 15) {
      return Plan.Manner.THROW;
    }
    return !stream ? Plan.Manner.ANSWER : kind < 18 ? Plan.Manner.EARLY : Plan.Manner.BREAK;
  }

  private int size() {
    int kind = random.nextInt(40);
    if (kind < 30) {
      return LEAST + random.nextInt(200);
    } else if (kind < 36) {
      return Math.max(LEAST, chunk + random.nextInt(9) - 4);
    } else if (kind < 39) {
      return LEAST + random.nextInt(4 * chunk);
    }
    return calm ? LEAST : LARGEST + random.nextInt(3) - 1;
  }

  private int[] messages() {
    int[] sizes = new int[random.nextInt(4)];
    for (int i = 0; i < sizes.length; i++) {
      int kind = random.nextInt(10);
      if (kind < 5) {
        sizes[i] = random.nextInt(300);
      } else if (kind < 8) {
        sizes[i] = Math.max(0, window - 5 + random.nextInt(9) - 4);
      } else {
        sizes[i] = random.nextInt(100_000);
      }
    }
    return sizes;
  }
}
