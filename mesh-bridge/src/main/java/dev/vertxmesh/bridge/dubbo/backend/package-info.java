/**
 * Dubbo's protocol as both agents use it: {@link dev.vertxmesh.bridge.dubbo.backend.DubboKind}.
 *
 * <p>An agent's settings come in; out comes the bridge to one provider, together with what that
 * exports. This package knows neither of the agents.
 */
package dev.vertxmesh.bridge.dubbo.backend;
