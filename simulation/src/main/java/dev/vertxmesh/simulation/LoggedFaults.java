package dev.vertxmesh.simulation;

import dev.vertxmesh.simulation.world.Faults;
import dev.vertxmesh.simulation.world.World;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged as an error is a fault that somebody has caught: an invariant doesn't hold. */
final class LoggedFaults extends Handler {

  /** Whatever else agents log, when all breaks around them, is no news here. */
  static void watch() {
    LogManager.getLogManager().reset();
    Logger all = LogManager.getLogManager().getLogger("");
    all.setLevel(Level.SEVERE);
    all.addHandler(new LoggedFaults());
  }

  @Override
  public void publish(LogRecord record) {
    Throwable thrown = record.getThrown();
    String what = thrown == null ? "" : ": " + Faults.text(thrown);
    World.running().broken("no-fault", record.getLoggerName() + ": " + record.getMessage() + what);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
