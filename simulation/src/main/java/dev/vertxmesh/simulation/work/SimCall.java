package dev.vertxmesh.simulation.work;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.simulation.agent.SimProcess;
import java.util.ArrayList;
import java.util.List;

/** A call and all that became of it. */
final class SimCall {

  final long id;
  final Plan plan;
  final SimProcess caller;
  final long begunAt;
  final byte[] request;
  final byte[] answer;
  final List<String> ranAt = new ArrayList<>(1);
  int refused;
  int ends;
  Status status;
  String detail = "";
  Call call;
  boolean cancelled;

  SimCall(long id, Plan plan, SimProcess caller, long begunAt) {
    this.id = id;
    this.plan = plan;
    this.caller = caller;
    this.begunAt = begunAt;
    this.request = plan.isStream() ? Bytes.messages(id, plan.requests()) : null;
    this.answer = plan.isStream() ? Bytes.messages(-id, plan.answers()) : null;
  }

  boolean isOver() {
    return ends > 0;
  }

  @Override
  public String toString() {
    return "call %d of %s (%s%s, %s) begun at %.3f s: %s %s, ran at %s"
        .formatted(
            id,
            caller.name(),
            plan.isStream() ? "stream" : "unary",
            plan.idempotent() ? ", idempotent" : "",
            plan.manner(),
            begunAt / 1e9,
            ends == 0 ? "not ended" : status,
            detail,
            ranAt);
  }
}
