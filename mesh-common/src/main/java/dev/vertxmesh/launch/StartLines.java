package dev.vertxmesh.launch;

import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.process.ProcessAge;

/** The lines that say that an agent listens, and that it's ready. */
final class StartLines {

  private StartLines() {}

  /**
   * @param adminPort 0 for none
   */
  static String listens(AgentRun run, int adminPort) {
    return line(run, "listens", adminPort) + age();
  }

  /**
   * @param adminPort 0 for none
   */
  static String ready(AgentRun run, int adminPort) {
    AgentContext context = run.context();
    int loops = context.common().eventLoops();
    return line(run, "ready", adminPort)
        + (", registry " + context.registry().describe())
        + (", " + Transport.like(context.vertx()))
        + (", " + loops + (loops == 1 ? " event loop" : " event loops"))
        + age();
  }

  private static String age() {
    return ", " + ProcessAge.millis() + " ms after start";
  }

  private static String line(AgentRun run, String how, int adminPort) {
    return run.context().name()
        + (" " + run.context().version() + " " + how + ": " + run.agent().listening())
        + (adminPort == 0 ? "" : ", admin " + adminPort);
  }
}
