/**
 * The contest's workload from end to end: providers, agents and load as processes of their own on
 * this machine, then the same load by a native Dubbo client, and what the two say of each other. In
 * come options; out go a table and a JSON file. Knows the agents by their command lines only.
 */
package dev.vertxmesh.bench.contest;
