package dev.vertxmesh.bridge.dubbo.sample;

import java.util.List;

/**
 * A generic parent.
 *
 * @param <T> what is kept
 */
public interface Store<T> {

  T keep(T value);

  void keepAll(List<T> values);
}
