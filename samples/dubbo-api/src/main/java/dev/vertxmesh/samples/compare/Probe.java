package dev.vertxmesh.samples.compare;

/**
 * One call, or a few that belong together and leave the service as it was.
 *
 * @param <S> the service
 */
@FunctionalInterface
public interface Probe<S> {
  /** What came of it; what is thrown is an outcome like any other. */
  Object call(S service) throws Exception;
}
