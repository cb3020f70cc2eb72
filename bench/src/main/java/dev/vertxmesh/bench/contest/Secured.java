package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Measures what TLS and tokens cost a call. Leaves with 0 if the promise was kept, 1 if not, and 2
 * if it couldn't run.
 */
@Command(
    name = "bench/secured",
    description = "The contest's form with TLS on links, a JWT, and TLS for callers, in turns.")
public final class Secured extends Bench {
  private static final Path FOLDER = Path.of("bench/target/secured");
  private static final double MOST_FOR_CALLERS = 1.35;
  private static final int NEW_CONNECTIONS = 64; // at a time

  @Mixin private SecuredOptions options = new SecuredOptions();

  private Secured() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Secured(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Children children = Children.in(FOLDER)) {
      SecuredFiles files = SecuredFiles.in(FOLDER, children);
      int dubbo = Ports.of(1, 0).next();
      Commands.provider(
          children, options.asContest(), "provider", dubbo, options.connections * 5 / 4);
      Wrk wrk = new Wrk(children, options.asContest(), FOLDER);
      List<SecuredWay> ways = new ArrayList<>();
      for (SecuredWay.Kind kind : SecuredWay.Kind.values()) {
        ways.add(SecuredWay.start(children, options, kind, files, dubbo, FOLDER));
      }
      measure(ways, wrk, files.header());
      SecuredWay callers = ways.get(SecuredWay.Kind.CALLERS_ALONE.ordinal());
      Progress.say("a connection for each call");
      CpuMeter meter = CpuMeter.start(callers.agents());
      Wrk.Outcome handshakes =
          wrk.run(NEW_CONNECTIONS, options.seconds, callers.url(), "connection: close");
      double cpuOfGateway = meter.per100k(handshakes.calls()).values().iterator().next();
      return report(ways, handshakes, cpuOfGateway);
    }
  }

  private void measure(List<SecuredWay> ways, Wrk wrk, String header)
      throws IOException, InterruptedException {
    for (SecuredWay way : ways) {
      Progress.say("warm-up: %s, %d s", way.name(), options.warmupSeconds);
      way.warmUp(wrk, options, header);
    }
    for (int round = 1; round <= options.rounds; round++) {
      Progress.say("round %d of %d", round, options.rounds);
      for (SecuredWay way : ways) {
        way.turn(wrk, options, header);
      }
    }
  }

  private int report(List<SecuredWay> ways, Wrk.Outcome handshakes, double cpuOfGateway)
      throws IOException {
    SecuredWay plain = ways.get(0);
    Table table =
        new Table()
            .row("one way", "calls/s", "CPU s per 100,000", "of plain text's", "worst", "errors");
    JsonArray json = new JsonArray();
    for (SecuredWay way : ways) {
      List<Double> ratios = ratios(way, plain);
      double worst = ratios.stream().mapToDouble(each -> each).max().orElseThrow();
      table.row(
          way.name(), median(way.calls()), median(way.cpu()), median(ratios), worst, way.errors());
      json.add(
          new JsonObject()
              .put("way", way.name())
              .put("callsPerSecond", new JsonArray(way.calls()))
              .put("cpuPer100k", new JsonArray(way.cpu()))
              .put("errors", way.errors()));
    }
    SecuredWay callers = ways.get(SecuredWay.Kind.CALLERS_ALONE.ordinal());
    Verdict verdict =
        new Verdict(
            "CPU a call, TLS for callers / plain text",
            median(ratios(callers, plain)),
            MOST_FOR_CALLERS,
            false);
    String text =
        "no sleep, %d connections, both agents' CPU, medians of %d turns of %d s%n%n%s%n%s%n%s"
            .formatted(
                options.connections,
                options.rounds,
                options.seconds,
                table,
                new Table()
                    .row(
                        "a TLS connection for each call",
                        "a second",
                        "consumer agent's CPU ms each")
                    .row(
                        NEW_CONNECTIONS + " at a time",
                        handshakes.callsPerSecond(),
                        cpuOfGateway / 100),
                Verdict.table(List.of(verdict)));
    JsonObject all =
        new JsonObject()
            .put("connections", options.connections)
            .put("ways", json)
            .put("handshakesPerSecond", handshakes.callsPerSecond())
            .put("handshakeCpuMs", cpuOfGateway / 100);
    ResultFile.publish(options.json, all, text);
    long errors = ways.stream().mapToLong(SecuredWay::errors).sum();
    return verdict.pass() && errors == 0 ? 0 : 1;
  }

  /** Turn by turn, as what else the machine does changes from turn to turn. */
  private static List<Double> ratios(SecuredWay way, SecuredWay plain) {
    return IntStream.range(0, way.cpu().size())
        .mapToObj(turn -> way.cpu().get(turn) / plain.cpu().get(turn))
        .toList();
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(each -> each).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
