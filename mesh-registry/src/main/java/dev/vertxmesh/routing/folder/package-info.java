/** Rules in a folder of YAML files, which is looked at while the agent runs. */
package dev.vertxmesh.routing.folder;
