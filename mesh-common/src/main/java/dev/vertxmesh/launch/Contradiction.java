package dev.vertxmesh.launch;

/**
 * An option that others make useless, though each is right by itself.
 *
 * @param option as on the command line, such as {@code --hedge}
 * @param problem what contradicts it, and what was expected
 */
public record Contradiction(String option, String problem) {}
