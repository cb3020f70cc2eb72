/**
 * Picks one of a service's members for a call: by weights, by load or by a key of the call.
 *
 * <p>Members with their weights come in, one of them goes out. Chance and time are handed in.
 */
package dev.vertxmesh.balance.pick;
