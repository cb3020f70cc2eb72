package dev.vertxmesh.consumer;

import dev.vertxmesh.resilience.RetryObserver;
import dev.vertxmesh.telemetry.Count;
import dev.vertxmesh.telemetry.MeshMeters;

/** Counts the attempts beyond the first. */
final class RetryCounts implements RetryObserver {

  private final Count retries;
  private final Count hedges;
  private final Count exhausted;

  RetryCounts(MeshMeters meters) {
    this.retries = meters.retries("retry");
    this.hedges = meters.retries("hedge");
    this.exhausted = meters.retries("over-budget");
  }

  @Override
  public void onRetry() {
    retries.increment();
  }

  @Override
  public void onHedge() {
    hedges.increment();
  }

  @Override
  public void onExhausted() {
    exhausted.increment();
  }
}
