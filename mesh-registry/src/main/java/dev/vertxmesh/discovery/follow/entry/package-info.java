/**
 * Which entries of a registry of Dubbo's providers count: who is there by them, and how much heap
 * all of them may take. Knows no registry, no thread and no clock.
 */
package dev.vertxmesh.discovery.follow.entry;
