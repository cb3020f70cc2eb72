/**
 * How a provider is reached, whatever protocol it speaks.
 *
 * <p>A protocol is a {@link dev.vertxmesh.backend.BackendKind} in a package of its own, found as a
 * service. Both agents use it: the provider agent for the one provider that it stands beside, the
 * consumer agent for each provider that has no agent.
 *
 * <pre>
 *  BackendKind      a protocol: its name, and what it makes of an agent's settings
 *    BackendFactory   what is read once an agent, such as an API
 *      Backend        one provider: what it serves, and how many calls it can have
 *        Bridge       what one event loop has of it: takes calls
 * </pre>
 *
 * <p>In comes a {@link dev.vertxmesh.call.Call}, out comes its {@link dev.vertxmesh.call.Reply}.
 * This package knows no protocol and neither of the agents: an agent is a {@link
 * dev.vertxmesh.backend.BackendOwner}.
 */
package dev.vertxmesh.backend;
