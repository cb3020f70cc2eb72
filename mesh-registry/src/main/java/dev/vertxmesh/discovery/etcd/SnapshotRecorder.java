package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Optional;

/**
 * Decides when what is known goes into the file: soon after a change, but not with each of a burst,
 * and now and then the time only. Knows no clock. Those who may be gone aren't written as if they
 * had been seen.
 */
public final class SnapshotRecorder {

  /** Between two notes that it's still right. */
  private static final long TOUCH_MILLIS = 30_000;

  private final SnapshotFile file;
  private List<Instance> written;
  private boolean changed;
  private long savedAt;

  public SnapshotRecorder(SnapshotFile file) {
    this.file = file;
  }

  /** What was written last, here or by a process before; blocks. */
  public Optional<SnapshotFile.Saved> read() {
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
    if (changed || isOld(now)) {
      savedAt = now;
      save(membership);
    }
  }

  /**
   * The same for those whose changes nobody tells; called now and then.
   *
   * @param now milliseconds that only go forwards
   */
  public void onTick(List<Instance> known, long now) {
    if (!known.equals(written) || isOld(now)) {
      savedAt = now;
      save(known);
    }
  }

  private boolean isOld(long now) {
    return now - savedAt > TOUCH_MILLIS;
  }

  /** Blocks. */
  void save(Membership membership) {
    if (!membership.isDeserted()) {
      changed = false;
      save(membership.instances());
    }
  }

  private void save(List<Instance> known) {
    if (known.equals(written)) {
      file.touch();
    } else {
      file.write(known);
      written = List.copyOf(known);
    }
  }
}
