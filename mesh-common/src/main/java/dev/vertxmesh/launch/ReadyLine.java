package dev.vertxmesh.launch;

import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.process.ProcessAge;
import io.vertx.core.Vertx;

/** The line that says that an agent is ready. */
final class ReadyLine {

  private ReadyLine() {}

  static String ready(AgentContext context, Agent agent, int adminPort) {
    Vertx vertx = context.vertx();
    int loops = context.common().eventLoops();
    return context.name()
        + (" " + context.version() + " ready: " + agent.listening())
        + (adminPort == 0 ? "" : ", admin " + adminPort)
        + (", registry " + context.registry().describe())
        + (", " + Transport.nameOf(vertx))
        + (", " + loops + (loops == 1 ? " event loop" : " event loops"))
        + (", " + ProcessAge.millis() + " ms after start");
  }
}
