package dev.vertxmesh.bench.growth;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.Http;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.load.AgentPlan;
import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.CheapPeers;
import dev.vertxmesh.bench.load.ClosedLoop;
import dev.vertxmesh.bench.load.Loops;
import dev.vertxmesh.bench.soak.Metrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Draws the curves: what grows is added to agents that are warm, and then calls are measured. */
final class GrowthRun {
  /** Files that a process has open besides its connections. */
  private static final int OTHER_FILES = 300;

  private static final int NO_SERVICE = 404;

  /**
   * Of messages that are in flight at a time, so that the heap of 64 MiB isn't what is measured.
   */
  private static final int MOST_BYTES_IN_FLIGHT = 8 << 20;

  /** For what doesn't fit into the 64 MiB that the agents have else. */
  private static final String MORE_MEMORY =
      "-Xmx768m -XX:+UseSerialGC -XX:MaxDirectMemorySize=256m -XX:+ExitOnOutOfMemoryError";

  private final Children children;
  private final GrowthOptions options;
  private final Path folder;
  private final int mostFiles;

  /**
   * @param mostFiles that a process may have open
   */
  GrowthRun(Children children, GrowthOptions options, Path folder, int mostFiles) {
    this.children = children;
    this.options = options;
    this.folder = folder;
    this.mostFiles = mostFiles;
  }

  List<Point> run(Curve curve) throws IOException, InterruptedException {
    Progress.say("%s", curve);
    return switch (curve) {
      case CONNECTIONS -> connections();
      case SERVICES -> services();
      case AGENTS -> agents();
      case BODIES -> bodies();
      case LOOPS -> loops();
    };
  }

  /** One curve's agents, warm. */
  private interface Use {
    List<Point> of(AgentSet agents, Loops loops) throws IOException, InterruptedException;
  }

  private List<Point> with(AgentPlan plan, Use use) throws IOException, InterruptedException {
    try (CheapPeers peers = new CheapPeers();
        Loops loops = new Loops()) {
      AgentSet agents = AgentSet.start(children, plan, folder, peers);
      agents.awaitReady();
      List<Point> points = use.of(agents, loops);
      agents.end();
      return points;
    }
  }

  private List<Point> connections() throws IOException, InterruptedException {
    AgentPlan plan = AgentPlan.of("connections").withJavaOpts(MORE_MEMORY);
    return with(
        plan,
        (agents, loops) -> {
          Meter meter = new Meter(loops, agents, AgentSet.DUBBO, options);
          List<Point> points = new ArrayList<>();
          int idle = 0;
          for (int asked : options.connections) {
            int count = Math.min(asked, mostFiles - OTHER_FILES);
            int busy = Math.min(options.inFlight, count);
            loops.idle(agents.port(), Math.max(0, count - busy - idle));
            idle = Math.max(idle, count - busy);
            ClosedLoop calls = loops.form(agents.port(), busy);
            meter.warm(calls, points.isEmpty() ? options.warmupMillis : options.turnMillis);
            points.add(say(meter.measure(count, calls)));
            loops.end(calls);
          }
          return points;
        });
  }

  private List<Point> services() throws IOException, InterruptedException {
    return with(
        AgentPlan.of("services"),
        (agents, loops) -> {
          Meter meter = new Meter(loops, agents, AgentSet.DUBBO, options);
          ClosedLoop calls = loops.form(agents.port(), options.inFlight);
          meter.warm(calls, options.warmupMillis);
          Neighbours neighbours = new Neighbours(agents);
          List<Point> points = new ArrayList<>();
          for (int count : options.services) {
            if (count > 1) { // besides the one that is called
              awaitService(agents, neighbours.services(count - 1));
            }
            meter.warm(calls, options.turnMillis);
            points.add(say(meter.measure(count, calls)));
          }
          return points;
        });
  }

  private static void awaitService(AgentSet agents, String service) throws InterruptedException {
    URI consumer = URI.create("http://127.0.0.1:" + agents.port() + "/");
    agents
        .agent(AgentSet.CONSUMER)
        .await(
            () -> status(consumer, service) != NO_SERVICE,
            "knows " + service,
            Commands.START_PATIENCE);
  }

  private static int status(URI consumer, String service) {
    try {
      return Http.status(consumer, service);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NO_SERVICE;
    }
  }

  private List<Point> agents() throws IOException, InterruptedException {
    return with(
        AgentPlan.of("agents").withJavaOpts(MORE_MEMORY),
        (agents, loops) -> {
          Meter meter = new Meter(loops, agents, AgentSet.DUBBO, options);
          ClosedLoop calls = loops.form(agents.port(), options.inFlight);
          meter.warm(calls, options.warmupMillis);
          Neighbours neighbours = new Neighbours(agents);
          List<Point> points = new ArrayList<>();
          int there = 1;
          for (int count : options.agents) {
            neighbours.agents(there + 1, count);
            there = count;
            awaitLinks(agents, count);
            meter.warm(calls, options.turnMillis);
            points.add(say(meter.measure(count, calls)));
          }
          return points;
        });
  }

  /** To the agents of the service, besides the one to gRPC's. */
  private static void awaitLinks(AgentSet agents, int count) throws InterruptedException {
    Child consumer = agents.agent(AgentSet.CONSUMER);
    consumer.await(
        () -> links(agents) > count, "has " + count + " links more", Commands.START_PATIENCE);
  }

  private static double links(AgentSet agents) {
    try {
      return Metrics.of(agents.admin(AgentSet.CONSUMER, "/metrics")).sum("mesh_links", "open");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private List<Point> bodies() throws IOException, InterruptedException {
    return with(
        AgentPlan.of("bodies").with("--max-message", "" + (16 << 20)),
        (agents, loops) -> {
          Meter meter = new Meter(loops, agents, AgentSet.GRPC, options);
          List<Point> points = new ArrayList<>();
          for (int bytes : options.bodies) {
            int inFlight = Math.max(1, Math.min(options.inFlight, MOST_BYTES_IN_FLIGHT / bytes));
            ClosedLoop calls = loops.grpc(agents.port(), inFlight, bytes);
            meter.warm(calls, points.isEmpty() ? options.warmupMillis : options.turnMillis * 2);
            points.add(say(meter.measure(bytes, calls)));
            loops.end(calls);
          }
          return points;
        });
  }

  private List<Point> loops() throws IOException, InterruptedException {
    List<Point> points = new ArrayList<>();
    for (int count : options.loops) {
      AgentPlan plan = AgentPlan.of("loops-" + count).with("--event-loops", "" + count);
      points.addAll(
          with(
              plan,
              (agents, loops) -> {
                Meter meter = new Meter(loops, agents, AgentSet.DUBBO, options);
                ClosedLoop calls = loops.form(agents.port(), options.inFlight);
                meter.warm(calls, options.warmupMillis);
                return List.of(say(meter.measure(count, calls)));
              }));
    }
    return points;
  }

  private static Point say(Point point) {
    Progress.say("%s", point);
    return point;
  }
}
