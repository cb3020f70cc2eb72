/**
 * Classes that attackers name, in each serialization and each place of a message: what comes in,
 * what goes out, and that no agent has loaded one.
 */
package dev.vertxmesh.it.gadget;
