package dev.vertxmesh.link;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells one after the other of something that concerns them all. */
final class NotifyEach {

  private static final Logger LOG = System.getLogger(NotifyEach.class.getName());

  private NotifyEach() {}

  /** What one makes of it, such as a failure to allocate, isn't the matter of those behind it. */
  static void alone(Runnable told) {
    try {
      told.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a fault of one who was told that a link's call has ended", e);
    }
  }
}
