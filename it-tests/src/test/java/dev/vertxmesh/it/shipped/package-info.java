/**
 * The tarball, unpacked; and the images, as they were built, in a network of Docker's own.
 *
 * <pre>
 *  MeshHarness.draw()
 *      .site("a", site -> site.dubbo("2.6.12").weight(1))
 *      .site("b", site -> site.dubbo("3.3.6").weight(2).slowable())
 *      .gateway("--balance", "round-robin")
 *      .start()
 *
 *            ┌──────────────────────────────────────► mesh-provider a ──► Dubbo 2.6.12
 *  Http ──► gateway
 *            └──────────► toxiproxy ────────────────► mesh-provider b ──► Dubbo 3.3.6
 *                 └─────────────── etcd ──────────────────┘
 * </pre>
 *
 * <p>Each image runs as the chart runs it: with a root that can't be written, without capabilities,
 * and with a memory limit. What the containers print is shown when a test fails. Only published
 * ports of 127.0.0.1 are called.
 */
package dev.vertxmesh.it.shipped;
