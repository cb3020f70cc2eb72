package dev.vertxmesh.resilience;

/** Is told of every attempt beyond the first; on the event loop. */
public interface RetryObserver {

  /** A call that failed is made again. */
  void onRetry();

  /** A second endpoint is asked because the first is slow. */
  void onHedge();

  /** Another attempt would have been safe, and the budget forbade it. */
  void onExhausted();
}
