/**
 * A store of keys with leases, as etcd is one, on a host of its own: requests and what watches tell
 * cross the network. What the registry makes of it is the agents' own code.
 */
package dev.vertxmesh.simulation.store;
