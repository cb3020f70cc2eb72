/**
 * What the mesh counts and measures.
 *
 * <p>In comes what happens, through objects that the hot path holds and that cost a few nanoseconds
 * ({@link dev.vertxmesh.telemetry.CallMeters}, {@link dev.vertxmesh.telemetry.Count}); out comes
 * Prometheus' text, built by Micrometer when somebody asks for it for the first time. Every name is
 * in {@link dev.vertxmesh.telemetry.MeterNames}.
 *
 * <p>This package knows calls, and neither sockets nor who serves the text.
 */
package dev.vertxmesh.telemetry;
