package dev.vertxmesh.discovery.dubbo;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Gives the same object for those that are equal, if one of them was seen a moment ago: all
 * providers of a service say the same of it, and thousands of such texts fill a heap. What it keeps
 * itself is as many as it has places. Thread-safe.
 *
 * @param <T> immutable
 */
final class RecentlySeen<T> {

  private final AtomicReferenceArray<T> places;

  /**
   * @param places a power of two
   */
  RecentlySeen(int places) {
    this.places = new AtomicReferenceArray<>(places);
  }

  T of(T one) {
    int hash = one.hashCode();
    int place = (hash ^ hash >>> 16) & places.length() - 1;
    T before = places.get(place);
    if (one.equals(before)) {
      return before;
    }
    places.set(place, one);
    return one;
  }
}
