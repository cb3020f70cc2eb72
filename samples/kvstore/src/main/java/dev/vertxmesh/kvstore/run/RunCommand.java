package dev.vertxmesh.kvstore.run;

import dev.vertxmesh.kvstore.KvStoreOptions;
import dev.vertxmesh.kvstore.StoreFlags;
import dev.vertxmesh.kvstore.run.RunFlags.Client;
import dev.vertxmesh.kvstore.run.RunFlags.Server;
import dev.vertxmesh.kvstore.run.StageRun.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code java -jar kvstore.jar run}: all stages of the articles, or the one that the flags name.
 * Leaves with 0 if no call failed and the targets were met, with 1 otherwise, with 2 if a flag is
 * refused.
 */
@Command(
    name = "run",
    description =
        "Measures a store: random creates, retrieves, updates and deletes. Without --client,"
            + " --in-flight, --server and --target, all stages of the articles in one table.",
    sortOptions = false)
public final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunFlags flags = new RunFlags();
  @Mixin private StoreFlags storeFlags = new StoreFlags();

  /** Made by picocli. */
  public RunCommand() {}

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    try {
      check();
    } catch (IllegalArgumentException e) {
      spec.commandLine().getErr().println("kvstore run: " + e.getMessage());
      return 2;
    }
    Table table = new Table(storeFlags.readDelay(), storeFlags.writeDelay());
    System.out.println(table.head());
    boolean good = true;
    try {
      for (Stage stage : stages()) {
        Outcome outcome = run(stage);
        System.out.println(table.line(outcome));
        good &= isGood(stage, outcome, table.shareOfCeiling(outcome));
      }
    } catch (IOException e) {
      spec.commandLine().getErr().println("kvstore run: no store: " + e.getMessage());
      return 1;
    }
    return good ? 0 : 1;
  }

  private void check() {
    if (flags.problem() != null) {
      throw new IllegalArgumentException(flags.problem());
    }
    if (flags.target != null) {
      StageStore.given(flags.target).close();
    }
    KvStoreOptions.from(storeFlags.config());
  }

  private List<Stage> stages() {
    boolean one =
        flags.client != null
            || flags.inFlight != null
            || flags.server != null
            || flags.target != null;
    return one ? List.of(stage()) : Stage.ALL;
  }

  private Stage stage() {
    boolean blocking = flags.client == Client.BLOCKING;
    int inFlight = flags.inFlight == null ? (blocking ? 1 : 100) : flags.inFlight;
    boolean locked = flags.server == Server.LOCKED;
    return Stage.of(blocking, inFlight, flags.target == null ? locked : null);
  }

  private Outcome run(Stage stage) throws InterruptedException, ExecutionException, IOException {
    try (StageStore store = store(stage);
        StageRun run = new StageRun(stage, flags, store.address())) {
      return run.run();
    }
  }

  private StageStore store(Stage stage)
      throws InterruptedException, ExecutionException, IOException {
    if (flags.target != null) {
      return StageStore.given(flags.target);
    }
    return flags.child ? StageStore.child(storeFlags, stage) : StageStore.here(storeFlags, stage);
  }

  private static boolean isGood(Stage stage, Outcome outcome, double share) {
    Tally tally = outcome.tally();
    if (tally.calls() == 0) {
      System.out.println("  no call ended while they were counted");
    }
    if (tally.errors() > 0) {
      System.out.println("  first error: " + tally.firstError());
    }
    if (share < stage.target()) {
      System.out.printf(
          Locale.ROOT, "  %.3f of the ceiling, expected at least %.2f%n", share, stage.target());
    }
    return tally.calls() > 0 && tally.errors() == 0 && share >= stage.target();
  }
}
