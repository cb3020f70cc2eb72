/**
 * What every registry promises, shown on the real ones: a folder, and etcd of three releases by
 * both of its APIs, each as a process; and what becomes of who is known when etcd isn't well.
 */
package dev.vertxmesh.it.registry;
