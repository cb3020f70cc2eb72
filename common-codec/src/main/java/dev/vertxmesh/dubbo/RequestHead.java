package dev.vertxmesh.dubbo;

/**
 * The parts of a request's body that say where it goes and how long it may take.
 *
 * @param interfaceName of the attachment {@code path}, else the body's own path, by which a
 *     provider finds the service
 * @param group empty for none
 * @param version of the service; empty for none
 * @param descriptor parameter types in the JVM's form
 * @param timeoutMillis of the attachment {@code timeout}; 0 when it isn't there, or isn't a
 *     positive number
 * @param requestId of the attachment {@code x-request-id}, as it stands; null when it isn't there
 */
public record RequestHead(
    String interfaceName,
    String group,
    String version,
    String method,
    String descriptor,
    long timeoutMillis,
    String requestId) {}
