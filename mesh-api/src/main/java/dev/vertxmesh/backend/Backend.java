package dev.vertxmesh.backend;

import io.vertx.core.Context;

/** One provider. May be asked on any thread. */
public interface Backend {

  ServedServices served();

  /** By what it is asked whether it answers, such as {@code $echo}. */
  String question();

  /** Calls in flight, where nobody else says. */
  int defaultLimit();

  /**
   * A way to it for one event loop, which starts to connect.
   *
   * @param context of that loop, on which this is called
   * @param observer to be called on that loop, and only after this has returned
   */
  Bridge open(Context context, BackendObserver observer);
}
