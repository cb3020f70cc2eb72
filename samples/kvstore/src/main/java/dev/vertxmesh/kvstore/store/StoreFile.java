package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;

/**
 * The file of H2's MVStore: key to version (8 bytes, big-endian) and value, and beside them the
 * highest version ever given. Every method blocks, so a worker calls it. What {@link #write} has
 * returned from survives the process's death, {@code kill -9} too, and with {@code sync} also that
 * of the machine.
 */
final class StoreFile implements Disk {

  /** Nothing is read after the start, so there's nothing worth caching. */
  private static final int CACHE_MIB = 1;

  private static final int CLOSE_MILLIS = 2_000;
  private static final String VERSION = "version";

  private final Path path;
  private final boolean sync;
  private final MVStore file;
  private final MVMap<byte[], byte[]> values;
  private final MVMap<String, Long> counters;

  private StoreFile(Path path, boolean sync, MVStore file) {
    this.path = path;
    this.sync = sync;
    this.file = file;
    this.values =
        file.openMap(
            "values",
            new MVMap.Builder<byte[], byte[]>()
                .keyType(ByteArrayDataType.INSTANCE)
                .valueType(ByteArrayDataType.INSTANCE));
    this.counters = file.openMap("counters");
  }

  /**
   * @throws StoreException if the file is another process's, isn't one of ours, or can't be read
   */
  static StoreFile open(Path path, boolean sync) {
    try {
      MVStore file =
          new MVStore.Builder()
              .fileName(path.toString())
              .cacheSize(CACHE_MIB)
              .autoCommitDisabled()
              .open();
      file.setVersionsToKeep(0);
      if (sync) {
        file.setRetentionTime(0); // what a commit leaves behind is on the disk before the next one
      }
      return new StoreFile(path, sync, file);
    } catch (MVStoreException | IllegalStateException | IllegalArgumentException e) {
      throw new StoreException(path, "can't be opened: " + firstLine(e), e);
    }
  }

  private static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  Map<ByteString, Entry> read() {
    Map<ByteString, Entry> entries = new HashMap<>();
    try {
      values.forEach((key, stored) -> entries.put(ByteString.copyFrom(key), entry(stored)));
      return entries;
    } catch (RuntimeException e) {
      throw new StoreException(path, "can't be read: " + firstLine(e), e);
    }
  }

  private static Entry entry(byte[] stored) {
    long version = ByteBuffer.wrap(stored).getLong();
    return new Entry(ByteString.copyFrom(stored, Long.BYTES, stored.length - Long.BYTES), version);
  }

  long version() {
    return counters.getOrDefault(VERSION, 0L);
  }

  @Override
  public void write(List<Change> changes) {
    try {
      long version = version();
      for (Change change : changes) {
        byte[] key = change.key().toByteArray();
        if (change.entry() == null) {
          values.remove(key);
        } else {
          values.put(key, stored(change.entry()));
        }
        version = Math.max(version, change.version());
      }
      counters.put(VERSION, version);
      file.commit();
      if (sync) {
        file.sync();
      }
    } catch (RuntimeException e) {
      throw new StoreException(path, "can't be written: " + firstLine(e), e);
    }
  }

  private static byte[] stored(Entry entry) {
    byte[] stored = new byte[Long.BYTES + entry.value().size()];
    ByteBuffer.wrap(stored).putLong(entry.version());
    entry.value().copyTo(stored, Long.BYTES);
    return stored;
  }

  /** Makes the file smaller where that takes no longer than 2 s. */
  @Override
  public void close() {
    file.close(CLOSE_MILLIS);
  }
}
