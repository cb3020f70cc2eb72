package dev.vertxmesh.bridge.dubbo.exports;

/**
 * What a provider was found to export.
 *
 * @param how it was found out, for a person to read
 */
public record FoundExports(Exports exports, String how) {}
