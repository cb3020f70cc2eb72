/**
 * Starts a mesh of real processes on this machine and ends it again.
 *
 * <pre>
 *  Mesh.in(folder).with(Provider.dubbo("3.3.6").threads(200)).start()
 *
 *  Http ──► mesh-consumer ──► mesh-provider ──► dubbo 3.3.6
 *  Wire     (Agent)           (Agent)           (DubboServer, or FakeDubbo in its place)
 *                 └── folder ──┘
 * </pre>
 *
 * <p>Each is a {@link dev.vertxmesh.it.harness.Node} that can be killed and started again on its
 * port. What the processes print is kept by {@link dev.vertxmesh.it.harness.Child}, and {@link
 * dev.vertxmesh.it.harness.ProcessWatch} shows it when a test fails, and fails a class after which
 * an agent has lost a buffer. The harness asserts nothing about what the mesh does.
 */
package dev.vertxmesh.it.harness;
