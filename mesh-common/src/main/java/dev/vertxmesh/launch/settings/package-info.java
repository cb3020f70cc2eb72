/**
 * Settings: what they are called, where they come from, and what they may be.
 *
 * <p>In come the command line, the environment and a YAML file; out come options whose values have
 * been checked, or a refusal that says which setting, where it was given and what was expected.
 *
 * <p>This package doesn't know what an agent does with its settings.
 */
package dev.vertxmesh.launch.settings;
