package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.load.AgentPlan;
import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.CheapPeers;
import dev.vertxmesh.bench.load.ClosedLoop;
import dev.vertxmesh.bench.load.Loops;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One try: new JVMs of both builds, warmed up alike, then turn about, one path after the other in
 * each round. New ones, as a JVM's compiler may come to another code at each start, which then
 * stays.
 */
final class Attempt {
  private static final int MOST_WARM_TURNS = 4;

  private final Children children;
  private final GateOptions options;
  private final Path folder;
  private final int number;

  Attempt(Children children, GateOptions options, Path folder, int number) {
    this.children = children;
    this.options = options;
    this.folder = folder;
    this.number = number;
  }

  List<Finding> run(Set<HotPath> paths) throws IOException, InterruptedException {
    try (CheapPeers peers = new CheapPeers();
        Loops loops = new Loops()) {
      boolean baseFirst = number % 2 == 1;
      AgentSet first = start(baseFirst, peers);
      AgentSet second = start(!baseFirst, peers);
      first.awaitReady();
      second.awaitReady();
      Side base = new Side(loops, baseFirst ? first : second, paths, options.inFlight);
      Side now = new Side(loops, baseFirst ? second : first, paths, options.inFlight);
      Set<HotPath> warm = warm(base, now, paths);
      Map<HotPath, List<Finding.Pair>> pairs = new EnumMap<>(HotPath.class);
      paths.forEach(path -> pairs.put(path, new ArrayList<>()));
      measure(base, now, warm, pairs);
      base.end();
      now.end();
      return findings(pairs);
    }
  }

  private AgentSet start(boolean base, CheapPeers peers) throws IOException {
    String name = (base ? "base-" : "now-") + number;
    AgentPlan plan =
        AgentPlan.of(name)
            .withJars(base ? options.base : options.now)
            .withJavaOpts(options.agentJavaOpts);
    return AgentSet.start(children, plan, folder, peers);
  }

  /** The paths that are warm; a busy machine has a few turns more to make them so. */
  private Set<HotPath> warm(Side base, Side now, Set<HotPath> paths) {
    Progress.say("try %d: %s warm up", number, paths);
    Set<HotPath> warm = EnumSet.noneOf(HotPath.class);
    for (HotPath path : paths) {
      boolean isBaseWarm = isWarm("the base's", base, path);
      if (isWarm("today's", now, path) && isBaseWarm) {
        warm.add(path);
      }
    }
    return warm;
  }

  private boolean isWarm(String whose, Side side, HotPath path) {
    long calls = 0;
    for (int i = 0; i < MOST_WARM_TURNS && calls < options.warmCalls; i++) {
      ClosedLoop.Seen seen = side.warm(path, options.warmupMillis);
      mustAnswer(whose, path, seen);
      sayErrors(whose, path, seen);
      calls += seen.calls();
    }
    return calls >= options.warmCalls;
  }

  /** A turn in which a call failed doesn't count; why it did is worth knowing. */
  private static void sayErrors(String whose, HotPath path, ClosedLoop.Seen seen) {
    if (seen.errors() > 0) {
      Progress.say(
          "%s agents, %s: %d of %d calls failed: %s",
          whose, path, seen.errors(), seen.errors() + seen.calls(), seen.firstError());
    }
  }

  /** Nothing can be measured where no call succeeds; whether they should is for tests to say. */
  private static void mustAnswer(String whose, HotPath path, ClosedLoop.Seen seen) {
    if (seen.calls() == 0) {
      throw new ContestException(
          "%s agents answer no call by %s: %s".formatted(whose, path, seen.firstError()));
    }
  }

  private void measure(
      Side base, Side now, Set<HotPath> paths, Map<HotPath, List<Finding.Pair>> pairs) {
    Progress.say("try %d: %d rounds of %d ms", number, options.rounds, options.turnMillis);
    for (int round = 0; round < options.rounds; round++) {
      for (HotPath path : paths) {
        Finding.Pair pair = pair(base, now, path, round % 2 == 0);
        sayErrors("the base's", path, pair.base().seen());
        sayErrors("today's", path, pair.now().seen());
        if (pair.base().counts(options.fewestCalls) && pair.now().counts(options.fewestCalls)) {
          pairs.get(path).add(pair);
        }
      }
    }
  }

  private Finding.Pair pair(Side base, Side now, HotPath path, boolean baseFirst) {
    if (baseFirst) {
      Side.Turn before = base.turn(path, options.turnMillis);
      return new Finding.Pair(before, now.turn(path, options.turnMillis));
    }
    Side.Turn before = now.turn(path, options.turnMillis);
    return new Finding.Pair(base.turn(path, options.turnMillis), before);
  }

  private static List<Finding> findings(Map<HotPath, List<Finding.Pair>> pairs) {
    List<Finding> findings = new ArrayList<>();
    pairs.forEach(
        (path, all) -> {
          for (String agent : path.agents()) {
            for (Cost cost : Cost.values()) {
              findings.add(Finding.of(path, agent, cost, all));
            }
          }
        });
    return findings;
  }
}
