package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.etcd.SnapshotFile;
import java.util.List;
import java.util.Optional;

/** Decides when what is known goes into the file. Knows no clock; blocks. */
final class FollowedSnapshot {

  /** Between two notes that it's still right. */
  private static final long TOUCH_MILLIS = 30_000;

  private final SnapshotFile file;
  private List<Instance> written;
  private long savedAt;

  FollowedSnapshot(SnapshotFile file) {
    this.file = file;
  }

  Optional<SnapshotFile.Saved> read() {
    return file.read();
  }

  /**
   * Called now and then while what is known is confirmed.
   *
   * @param now milliseconds that only go forwards
   */
  void save(List<Instance> instances, long now) {
    if (!instances.equals(written)) {
      file.write(instances);
      written = List.copyOf(instances);
      savedAt = now;
    } else if (now - savedAt > TOUCH_MILLIS) {
      file.touch();
      savedAt = now;
    }
  }
}
