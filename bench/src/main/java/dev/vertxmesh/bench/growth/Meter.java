package dev.vertxmesh.bench.growth;

import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.ClosedLoop;
import dev.vertxmesh.bench.load.Loops;
import dev.vertxmesh.bench.load.ThreadMeter;
import dev.vertxmesh.bench.load.ThreadMeter.Reading;
import dev.vertxmesh.bench.load.Used;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/** Takes the turns of one place of a curve: each figure is the median of its turns. */
final class Meter {
  private final Loops loops;
  private final AgentSet agents;
  private final String providerAgent;
  private final GrowthOptions options;

  Meter(Loops loops, AgentSet agents, String providerAgent, GrowthOptions options) {
    this.loops = loops;
    this.agents = agents;
    this.providerAgent = providerAgent;
    this.options = options;
  }

  private record Turn(ClosedLoop.Seen seen, Used consumer, Used provider) {}

  /** Until the compiler has had its time. */
  void warm(ClosedLoop loop, int millis) {
    right(loops.turn(loop, millis));
  }

  Point measure(long x, ClosedLoop loop) throws IOException {
    Turn[] turns = new Turn[options.turns];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = turn(loop);
    }
    return new Point(
        x,
        median(turns, turn -> turn.seen.calls() * 1e3 / options.turnMillis),
        median(turns, turn -> turn.consumer.cpuNanos() / 1e3 / turn.seen.calls()),
        median(turns, turn -> turn.provider.cpuNanos() / 1e3 / turn.seen.calls()),
        median(turns, turn -> (double) turn.consumer.bytes() / turn.seen.calls()),
        median(turns, turn -> (double) turn.provider.bytes() / turn.seen.calls()),
        agents.meter(AgentSet.CONSUMER).liveHeapMiB(),
        agents.agent(AgentSet.CONSUMER).rssMiB());
  }

  private Turn turn(ClosedLoop loop) {
    ThreadMeter consumer = agents.meter(AgentSet.CONSUMER);
    ThreadMeter provider = agents.meter(providerAgent);
    Reading consumerBefore = consumer.read();
    Reading providerBefore = provider.read();
    ClosedLoop.Seen seen = right(loops.turn(loop, options.turnMillis));
    return new Turn(
        seen, consumer.read().since(consumerBefore), provider.read().since(providerBefore));
  }

  private static ClosedLoop.Seen right(ClosedLoop.Seen seen) {
    if (seen.errors() > 0 || seen.calls() == 0) {
      throw new ContestException(
          "%d calls, and %d failed: %s".formatted(seen.calls(), seen.errors(), seen.firstError()));
    }
    return seen;
  }

  private static double median(Turn[] turns, ToDoubleFunction<Turn> figure) {
    double[] sorted = Arrays.stream(turns).mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
