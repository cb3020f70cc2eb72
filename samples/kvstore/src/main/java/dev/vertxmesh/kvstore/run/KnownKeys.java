package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Keys that have a value and that no call in flight is about. A call takes its key out and brings
 * it back, so that no two are ever about the same one.
 */
final class KnownKeys {

  /** What the store must have for the key. */
  record Known(ByteString key, ByteString value, long version) {}

  private final SplittableRandom random;
  private final List<Known> free = new ArrayList<>();

  KnownKeys(SplittableRandom random) {
    this.random = random;
  }

  boolean isEmpty() {
    return free.isEmpty();
  }

  int size() {
    return free.size();
  }

  /**
   * Any of them; the last one takes its place, so that it costs the same however many there are.
   */
  Known take() {
    int last = free.size() - 1;
    int chosen = random.nextInt(last + 1);
    Known taken = free.get(chosen);
    free.set(chosen, free.get(last));
    free.remove(last);
    return taken;
  }

  void bring(Known known) {
    free.add(known);
  }
}
