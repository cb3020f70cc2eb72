package dev.vertxmesh.access.token;

import java.util.Set;

/**
 * Whom a token names.
 *
 * @param until seconds since 1970, from which on it doesn't any more
 */
public record TokenOwner(String name, Set<String> groups, long until) {}
