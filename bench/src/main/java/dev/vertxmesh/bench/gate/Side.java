package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.ClosedLoop;
import dev.vertxmesh.bench.load.Loops;
import dev.vertxmesh.bench.load.ThreadMeter.Reading;
import dev.vertxmesh.bench.load.Used;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** One of the two builds: its agents, and connections to them that stay. */
final class Side {
  private final Loops loops;
  private final AgentSet agents;
  private final Map<HotPath, ClosedLoop> connected = new EnumMap<>(HotPath.class);

  Side(Loops loops, AgentSet agents, Iterable<HotPath> paths, int inFlight) {
    this.loops = loops;
    this.agents = agents;
    paths.forEach(path -> connected.put(path, path.connect(loops, agents, inFlight)));
  }

  /**
   * One turn.
   *
   * @param used by agent, between the first call and the last answer
   */
  record Turn(ClosedLoop.Seen seen, Map<String, Used> used) {
    /** Too few calls would measure the agents' timers. */
    boolean counts(int fewestCalls) {
      return seen.errors() == 0 && seen.calls() >= fewestCalls;
    }

    double cost(Cost cost, String agent) {
      return cost.of(used.get(agent), seen.calls());
    }
  }

  Turn turn(HotPath path, int millis) {
    Map<String, Reading> before = read(path);
    ClosedLoop.Seen seen = loops.turn(connected.get(path), millis);
    Map<String, Used> used = new LinkedHashMap<>();
    read(path).forEach((agent, reading) -> used.put(agent, reading.since(before.get(agent))));
    return new Turn(seen, used);
  }

  private Map<String, Reading> read(HotPath path) {
    Map<String, Reading> readings = new LinkedHashMap<>();
    path.agents().forEach(agent -> readings.put(agent, agents.meter(agent).read()));
    return readings;
  }

  /** Calls without reading meters. */
  ClosedLoop.Seen warm(HotPath path, int millis) {
    return loops.turn(connected.get(path), millis);
  }

  void end() throws InterruptedException {
    connected.values().forEach(loops::end);
    agents.end();
  }
}
