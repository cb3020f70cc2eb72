/**
 * A service whose methods use every kind of argument and result that people have trouble getting
 * through a gateway, and the beans it speaks of. Plain Java: callers and providers of any Dubbo
 * version share it.
 */
package dev.vertxmesh.samples;
