package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Bench;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ResultFile;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Keeps the agents under load while all around them comes and goes. Leaves with 0 if nothing grew,
 * failed without a cause, leaked or was an error, 1 if something did, and 2 if it couldn't run.
 */
@Command(
    name = "bench/soak",
    description =
        "Agents at four fifths of their capacity, with callers, services, providers, agents and"
            + " etcd that come and go: what grows?")
public final class Soak extends Bench {
  private static final Path FOLDER = Path.of("bench/target/soak");

  @Mixin private SoakOptions options = new SoakOptions();

  private static final Logger ROOT = Logger.getLogger(""); // kept, or its level would be forgotten

  private Soak() {}

  /** Options as {@code --help} lists them; to be started in the project's root. */
  public static void main(String[] args) {
    run(new Soak(), args);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    quieten();
    SoakReport report = run();
    ResultFile.publish(options.json, report.json(), report.text());
    return report.pass() ? 0 : 1;
  }

  /** The driver's own: connections that are cut off, frames behind a reset. It does that itself. */
  private static void quieten() {
    ROOT.setLevel(Level.SEVERE);
  }

  private SoakReport run() throws IOException, InterruptedException {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
    try (Children children = Children.inEmptied(FOLDER)) {
      SoakMesh mesh = SoakMesh.start(children, options, FOLDER);
      SoakRun.Outcome outcome = new SoakRun(options, mesh, vertx).run();
      children.endAll(); // so that what they say when they leave counts
      return new SoakReport(options, outcome, Logs.of(mesh.allAgents(), FOLDER));
    } finally {
      vertx.close();
    }
  }
}
