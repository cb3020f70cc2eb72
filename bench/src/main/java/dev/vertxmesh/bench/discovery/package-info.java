/**
 * A consumer agent in front of a registry with many services: how soon it knows them, how soon it
 * calls by a change, and what an instance costs. The registries are real servers, each a process of
 * its own; what stands in one is written here, as Dubbo's providers or agents write it.
 */
package dev.vertxmesh.bench.discovery;
