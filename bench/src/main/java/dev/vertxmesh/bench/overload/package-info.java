/**
 * More calls than a provider can take: how many of those that it could take are answered, how soon
 * the others are refused, and what the agents' memory and health do meanwhile. In come options; out
 * goes a table. Knows the agents by their command lines only.
 */
package dev.vertxmesh.bench.overload;
