package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.access.outside.AllowedNames;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What callers may say beside their arguments, and how.
 *
 * @param tagHeader which says what tag a call is for
 * @param affinityHeader whose value calls that belong together have in common; null for none
 * @param allowed which attachments all of them may set
 * @param guarded those that only some may, as rules of access say, in lower case
 */
public record CallerWords(
    String tagHeader, String affinityHeader, AllowedNames allowed, Supplier<Set<String>> guarded) {}
