package dev.vertxmesh.simulation.work;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.simulation.agent.SimProcess;
import dev.vertxmesh.simulation.world.World;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Every call of a run: who ran it, how it ended, and whether both agree. */
public final class Ledger {

  private final World world;
  private final int mostAttempts;
  private final boolean calm;
  private final List<SimCall> calls = new ArrayList<>();
  private final Map<Status, Integer> ends = new EnumMap<>(Status.class);
  private BiConsumer<String, String> onAnswered = (caller, provider) -> {};
  private int over;
  private int abandoned;

  /**
   * @param mostAttempts of an idempotent call
   * @param calm whether nothing is broken in this run, so that no call may be lost
   */
  public Ledger(World world, int mostAttempts, boolean calm) {
    this.world = world;
    this.mostAttempts = mostAttempts;
    this.calm = calm;
  }

  SimCall open(Plan plan, SimProcess caller) {
    SimCall call = new SimCall(calls.size() + 1, plan, caller, world.now());
    calls.add(call);
    world.note(
        caller.name(), plan.isStream() ? "call.stream" : "call", call.id, plan.requestBytes());
    return call;
  }

  /** Null if there's no such call. */
  SimCall get(long id) {
    return id < 1 || id > calls.size() ? null : calls.get((int) id - 1);
  }

  /** A provider runs it. */
  void ran(SimCall call, String where) {
    call.ranAt.add(where);
    world.note(where, "run", call.id, call.ranAt.size());
    int most = call.plan.idempotent() ? mostAttempts : 1;
    if (call.ranAt.size() > most) {
      world.broken("runs-once", call + ", expected at most " + most + " runs");
    }
    if (isSafe(call.status)) {
      world.broken("safe-never-ran", call + ", which was told before that it never ran");
    }
  }

  void ended(SimCall call, Status status, String detail) {
    if (call.caller.isGone()) {
      return;
    }
    call.ends++;
    over++;
    call.status = status;
    call.detail = detail;
    ends.merge(status, 1, Integer::sum);
    world.note(call.caller.name(), "end", call.id, status.code());
    if (call.ends > 1) {
      world.broken("ends-once", call + ", for the second time");
    }
    if (isSafe(status) && !call.ranAt.isEmpty()) {
      world.broken("safe-never-ran", call.toString());
    }
    boolean isAnswer = status == Status.OK || status == Status.EXCEPTION;
    if (isAnswer && call.ranAt.isEmpty()) {
      world.broken("answers-are-true", call + ", which nobody has run");
    }
    boolean isWished =
        status == Status.CANCELLED
            ? call.cancelled
            : status != Status.TIMEOUT || call.plan.timeoutMillis() > 0;
    if (!isWished) {
      world.broken("answers-are-true", call + ", which its caller didn't ask for");
    }
    if (status == Status.INTERNAL) {
      world.broken("no-fault", call.toString());
    }
    if (calm) {
      requireCalm(call, status);
    }
    if (status == Status.OK && !call.ranAt.isEmpty()) {
      onAnswered.accept(call.caller.name(), call.ranAt.get(call.ranAt.size() - 1));
    }
  }

  private static boolean isSafe(Status status) {
    return status != null && status.retry() == Status.Retry.SAFE;
  }

  /** Where nothing breaks, a call ends as its caller or its provider meant it to. */
  private void requireCalm(SimCall call, Status status) {
    boolean fits =
        switch (status) {
          case OK -> true;
          case EXCEPTION -> call.plan.manner() == Plan.Manner.THROW;
          case CANCELLED -> call.cancelled;
          case TIMEOUT -> call.plan.timeoutMillis() > 0;
          case REFUSED -> call.plan.refusals() > 0 || call.plan.isStream();
          case PROVIDER_ERROR -> call.plan.manner() != Plan.Manner.ANSWER;
          default -> false;
        };
    if (!fits) {
      world.broken("drains-lose-nothing", call + ", though nothing has broken");
    }
  }

  /** Its process is gone; nobody waits for its calls, nor reads what has come of them. */
  public void abandon(SimProcess process) {
    for (SimCall call : calls) {
      if (call.caller == process && !call.isOver()) {
        abandoned++;
        process.always(0, call.call::cancel);
      }
    }
  }

  /** Is told who made a call that was answered, and who answered it. */
  void onAnswered(BiConsumer<String, String> told) {
    onAnswered = told;
  }

  public int size() {
    return calls.size();
  }

  /** Calls that are neither over nor abandoned. */
  public int waiting() {
    return calls.size() - over - abandoned;
  }

  /** The first that hasn't ended, for a person. */
  public String firstWaiting() {
    return calls.stream()
        .filter(call -> !call.isOver() && !call.caller.isGone())
        .findFirst()
        .map(SimCall::toString)
        .orElse("none");
  }

  /** How many ended how. */
  public Map<Status, Integer> ends() {
    return ends;
  }

  World world() {
    return world;
  }
}
