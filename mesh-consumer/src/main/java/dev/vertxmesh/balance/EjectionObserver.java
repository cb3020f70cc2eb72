package dev.vertxmesh.balance;

import dev.vertxmesh.call.ServiceKey;

/** Is told who is left out, on the event loop. */
public interface EjectionObserver {

  EjectionObserver NOBODY =
      new EjectionObserver() {
        @Override
        public void onEjected(
            ServiceKey service, String endpoint, Cause cause, String why, long millis) {}

        @Override
        public void onReturned(ServiceKey service, String endpoint) {}

        @Override
        public void onPanic(ServiceKey service, boolean begins) {}
      };

  /** Why an endpoint is left out. */
  enum Cause {
    FAILURES_IN_A_ROW,
    FAILURE_RATE,
    SLOW,
    PROBE
  }

  /**
   * An endpoint is left out, or for longer than before.
   *
   * @param why for a person to read
   * @param millis how long, until a single call tries
   */
  void onEjected(ServiceKey service, String endpoint, Cause cause, String why, long millis);

  /** It has answered, and is like any other. */
  void onReturned(ServiceKey service, String endpoint);

  /**
   * Most endpoints that can be reached are ejected, so none is left out for it; or not any more.
   */
  void onPanic(ServiceKey service, boolean begins);
}
