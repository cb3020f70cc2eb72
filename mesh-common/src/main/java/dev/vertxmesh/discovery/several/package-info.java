/**
 * Several registries as one, for who moves from one to another.
 *
 * <p>In goes what each of them tells; out come snapshots in which an instance that is in two counts
 * once. What is announced is announced in each of them. One that is down leaves the others alone.
 *
 * <p>This package knows no kind of registry.
 */
package dev.vertxmesh.discovery.several;
