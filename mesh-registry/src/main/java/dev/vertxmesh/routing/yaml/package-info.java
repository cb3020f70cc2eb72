/**
 * Rules as they are written: YAML, whose size, depth and aliases are bounded, and of which nothing
 * but plain data is made.
 */
package dev.vertxmesh.routing.yaml;
