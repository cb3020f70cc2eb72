package dev.vertxmesh.balance.pick;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a service's many endpoints that one consumer keeps links to: the same on every event
 * loop and after every restart, and even in sum over all consumers.
 *
 * <p>The endpoints stand on a ring in the order of their keys' hashes, evenly spaced. The consumer
 * has a place on it, and takes as many in a row from there as it wants. When an endpoint comes or
 * goes, everybody's row shifts by one place at most, so a consumer exchanges two endpoints at most.
 *
 * <p>A consumer whose name ends with a number, {@code gateway-7}, as those of a Kubernetes
 * StatefulSet do, has its place by that: the bits of 7 in reverse order, the van der Corput
 * sequence. However many consumers there are, counted from 0, their places are evenly spread, and
 * no endpoint has more than a few consumers more than another (the idea of P. Ward et al.,
 * "Reinventing backend subsetting at Google", ACM Queue 20(5), 2022). Any other name has a place by
 * its hash: even on average only.
 */
public final class Subset {

  private static final Pattern NUMBERED = Pattern.compile(".*-(\\d{1,9})");

  private final int size;
  private final double place;

  /**
   * @param size how many endpoints of a service a consumer takes; 0 for all
   * @param consumer names the consumer, unlike any other
   */
  public Subset(int size, String consumer) {
    this.size = size;
    this.place = place(consumer);
  }

  /** Whether the consumer takes all, however many there are. */
  public boolean isAll() {
    return size == 0;
  }

  private static double place(String consumer) {
    Matcher numbered = NUMBERED.matcher(consumer);
    return numbered.matches()
        ? Hash.place(Long.reverse(Long.parseLong(numbered.group(1))))
        : Hash.place(Hash.of(consumer));
  }

  /**
   * Those that the consumer takes, in the order in which they were given.
   *
   * @param key of an endpoint, as all consumers know it
   */
  public <E> List<E> of(List<E> endpoints, Function<E, String> key) {
    int count = endpoints.size();
    if (size == 0 || count <= size) {
      return endpoints;
    }
    record Placed<E>(E endpoint, String key, long hash, int given) {}
    List<Placed<E>> ring = new ArrayList<>(count);
    for (E endpoint : endpoints) {
      String name = key.apply(endpoint);
      ring.add(new Placed<>(endpoint, name, Hash.of(name), ring.size()));
    }
    ring.sort(Comparator.<Placed<E>>comparingLong(Placed::hash).thenComparing(Placed::key));
    int begin = (int) (place * count);
    List<Placed<E>> row = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      row.add(ring.get((begin + i) % count));
    }
    row.sort(Comparator.comparingInt(Placed::given));
    return row.stream().map(Placed::endpoint).toList();
  }
}
