package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.samples.contest.CallTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Warms both ways up, measures the capacity, and then has both ways turn about at each load, so
 * that both see the same machine.
 */
final class OpenRun implements AutoCloseable {
  private static final int SECOND = 1_000;

  /** Of the warm-up, and of the capacity's measurement. */
  private static final int CAPACITY_TURNS = 3;

  private final OpenOptions options;
  private final Children children;
  private final Path folder;
  private final OpenParts parts;
  private final FormLoad form;
  private final Scraper scraper;

  OpenRun(Children children, OpenOptions options, Path folder)
      throws IOException, InterruptedException {
    this.options = options;
    this.children = children;
    this.folder = folder;
    parts = new OpenParts(children, options, folder);
    form = new FormLoad(parts.port(), options.connections);
    scraper = new Scraper(parts.metrics(), options.scrapeMillis);
  }

  /** Both ways at one load. */
  record Pair(OpenLoad load, double rate, OpenFigures mesh, OpenFigures direct) {}

  OpenReport run() throws IOException, InterruptedException {
    warmUp();
    double capacity = capacity();
    Why why = options.why ? new Why(children, parts, scraper, options, folder) : null;
    Map<OpenLoad, Pair> pairs = new LinkedHashMap<>();
    for (OpenLoad load : options.loads) {
      pairs.put(load, pair(load, capacity, why));
    }
    SystemCalls systemCalls = new SystemCalls(children, parts, form, folder);
    for (int inFlight : options.strace) {
      systemCalls.count(inFlight);
    }
    return new OpenReport(options, capacity, pairs.values(), why, systemCalls);
  }

  private void warmUp() throws IOException, InterruptedException {
    Progress.say("warm-up: %d s each", options.warmupSeconds);
    for (int i = 0; i < options.warmupSeconds; i++) {
      form.closed(options.connections, SECOND);
      parts.nativeTurn(0, options.connections, SECOND);
    }
  }

  /** Calls a second of a closed loop, the middle of three turns. */
  private double capacity() throws InterruptedException {
    double[] seen = new double[CAPACITY_TURNS];
    int millis = Math.max(SECOND, options.seconds * SECOND / CAPACITY_TURNS);
    for (int i = 0; i < CAPACITY_TURNS; i++) {
      CallTimes times = form.closed(options.connections, millis);
      if (times.count() == 0) {
        throw new ContestException("no call comes through the mesh: " + times.firstError());
      }
      seen[i] = times.count() * 1.0 * SECOND / millis;
    }
    Arrays.sort(seen);
    Progress.say("capacity: %.0f calls/s", seen[CAPACITY_TURNS / 2]);
    return seen[CAPACITY_TURNS / 2];
  }

  private Pair pair(OpenLoad load, double capacity, Why why)
      throws IOException, InterruptedException {
    double rate = load.rate(capacity);
    Pair pair = new Pair(load, rate, new OpenFigures(), new OpenFigures());
    int millis = options.seconds * SECOND;
    for (int i = 0; i < options.turns; i++) {
      Progress.say("%s: turn %d of %d", load, i + 1, options.turns);
      pair.mesh().add(meshTurn(load, rate, millis, why), millis);
      pair.direct().add(parts.nativeTurn(rate, 1, millis), millis);
    }
    return pair;
  }

  private CallTimes meshTurn(OpenLoad load, double rate, int millis, Why why)
      throws IOException, InterruptedException {
    if (why != null) {
      why.begin(millis);
    }
    CallTimes times = rate > 0 ? form.open(rate, millis) : form.closed(1, millis);
    if (why != null) {
      why.end(load, times);
    }
    return times;
  }

  @Override
  public void close() {
    scraper.close();
    form.close();
  }
}
