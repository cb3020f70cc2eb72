/**
 * What callers may say beside their arguments. In come calls whose callers are known; out go those
 * that say nothing which isn't theirs to say. Knows no socket and no provider.
 */
package dev.vertxmesh.access.outside;
