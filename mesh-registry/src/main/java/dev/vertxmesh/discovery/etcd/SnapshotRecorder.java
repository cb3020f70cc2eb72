package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Optional;

/**
 * Decides when what is known goes into the file: soon after a change, but not with each of a burst,
 * and now and then the time only. Knows no clock. Those who may be gone aren't written as if they
 * had been seen.
 */
final class SnapshotRecorder {

  /** Between two notes that it's still right. */
  private static final long TOUCH_MILLIS = 30_000;

  private final SnapshotFile file;
  private List<Instance> written;
  private boolean changed;
  private long savedAt;

  SnapshotRecorder(SnapshotFile file) {
    this.file = file;
  }

  /** What was written last, here or by a process before; blocks. */
  Optional<SnapshotFile.Saved> read() {
    return file.read();
  }

  /** The same, if that is less than so long ago; blocks. */
  Optional<SnapshotFile.Saved> readYoung(long millis) {
    return read().filter(saved -> System.currentTimeMillis() - saved.savedAtMillis() < millis);
  }

  /** What is known may have changed. */
  void onChange() {
    changed = true;
  }

  /**
   * Called once a second while what is known is confirmed; blocks.
   *
   * @param now milliseconds that only go forwards
   */
  void onTick(Membership membership, long now) {
    if (changed || now - savedAt > TOUCH_MILLIS) {
      savedAt = now;
      save(membership);
    }
  }

  /** Blocks. */
  void save(Membership membership) {
    if (membership.isDeserted()) {
      return;
    }
    changed = false;
    List<Instance> now = membership.instances();
    if (now.equals(written)) {
      file.touch();
    } else {
      file.write(now);
      written = now;
    }
  }
}
