package dev.vertxmesh.samples;

/**
 * A generic parent: to reflection its methods take and return Object, and only the service's own
 * declaration tells what T is.
 */
public interface Lookup<T> {
  /** The value as it came; fails over another class than the service's T. */
  T same(T value);

  /** A default method over T. */
  default T sameTwice(T value) {
    return same(same(value));
  }
}
