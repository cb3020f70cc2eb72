package dev.vertxmesh.launch.plugin;

import io.vertx.core.Context;

/**
 * The event loop that calls live on, to which a plugin's other threads are brought back.
 *
 * @param thread that of the context
 */
record CallLoop(Context context, Thread thread) {

  /** The one that runs now. */
  static CallLoop current(Context context) {
    return new CallLoop(context, Thread.currentThread());
  }

  boolean isCurrent() {
    return Thread.currentThread() == thread;
  }

  /** At once if it's this one. */
  void run(Runnable action) {
    if (isCurrent()) {
      action.run();
    } else {
      later(action);
    }
  }

  /** When the code that runs now has returned. */
  void later(Runnable action) {
    context.runOnContext(v -> action.run());
  }
}
