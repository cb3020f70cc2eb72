/**
 * Plugins: jars go in, and what they provide comes out, made, named and told its settings, or one
 * line that says which jar and class is wrong, and why. Plugins' filters and back ends are put
 * where their faults end calls of their own and nothing else.
 */
package dev.vertxmesh.launch.plugin;
