package dev.vertxmesh.launch;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.limits.CallerLimits;
import dev.vertxmesh.telemetry.MeshMeters;
import io.vertx.core.Vertx;

/**
 * What an agent is made from.
 *
 * @param name such as {@code mesh-consumer}; says where an error is from
 * @param registry opened, and closed by the launcher after the agent has stopped
 */
public record AgentContext(
    String name,
    String version,
    Vertx vertx,
    Registry registry,
    MeshMeters meters,
    CommonOptions common,
    Access access,
    CallerLimits limits,
    Certificates certificates) {}
