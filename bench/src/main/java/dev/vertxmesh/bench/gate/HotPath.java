package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.ClosedLoop;
import dev.vertxmesh.bench.load.Loops;
import java.util.List;
import java.util.Locale;

/** The ways through both agents that most calls take. */
enum HotPath {
  /** The contest's, to a Dubbo provider. */
  FORM(AgentSet.DUBBO),
  /** To a Dubbo provider. */
  JSON(AgentSet.DUBBO),
  /** Unary, to a gRPC server. */
  GRPC(AgentSet.GRPC),
  /** A Dubbo client's, to a Dubbo provider. */
  DUBBO(AgentSet.DUBBO);

  private final String providerAgent;

  HotPath(String providerAgent) {
    this.providerAgent = providerAgent;
  }

  /** Those that a call passes. */
  List<String> agents() {
    return List.of(AgentSet.CONSUMER, providerAgent);
  }

  ClosedLoop connect(Loops loops, AgentSet agents, int inFlight) {
    return switch (this) {
      case FORM -> loops.form(agents.port(), inFlight);
      case JSON -> loops.json(agents.port(), inFlight);
      case GRPC -> loops.grpc(agents.port(), inFlight);
      case DUBBO -> loops.dubbo(agents.dubboPort(), inFlight);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
