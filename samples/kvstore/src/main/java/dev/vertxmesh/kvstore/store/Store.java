package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;
import io.vertx.core.Future;
import java.util.Map;

/**
 * All keys in memory. Each operation is carried out as a whole before the next one begins, which
 * one event loop sees to: that is what makes compare-and-set of it.
 */
public final class Store {

  /** Reckoned for what stands around a key and its value in memory. */
  static final int OVERHEAD = 128;

  private final Map<ByteString, Entry> entries;
  private final Journal journal;
  private final long maxBytes;
  private long bytes;
  private long version;

  /**
   * @param entries what it begins with; the store's own from now on
   * @param version the highest that was ever given
   * @param maxBytes of all keys and values, and 128 more for each
   */
  public Store(Map<ByteString, Entry> entries, long version, Journal journal, long maxBytes) {
    this.entries = entries;
    this.version = version;
    this.journal = journal;
    this.maxBytes = maxBytes;
    entries.forEach((key, entry) -> bytes += sizeOf(key, entry.value()));
  }

  /** DONE, EXISTS or FULL. */
  public Result create(ByteString key, ByteString value) {
    Entry there = entries.get(key);
    if (there != null) {
      return new Result(Outcome.EXISTS, there);
    }
    return put(key, value, sizeOf(key, value), null);
  }

  /** DONE or MISSING. */
  public Result retrieve(ByteString key) {
    Entry there = entries.get(key);
    return there == null ? Result.MISSING : new Result(Outcome.DONE, there);
  }

  /** DONE, MISSING or FULL: whatever stands there is replaced. */
  public Result update(ByteString key, ByteString value) {
    Entry there = entries.get(key);
    return there == null ? Result.MISSING : replace(key, there, value);
  }

  /** DONE, MISSING, OTHER_VERSION or FULL. */
  public Result update(ByteString key, ByteString value, long expectedVersion) {
    Entry there = entries.get(key);
    if (there == null) {
      return Result.MISSING;
    }
    return there.version() == expectedVersion
        ? replace(key, there, value)
        : new Result(Outcome.OTHER_VERSION, there);
  }

  /** DONE or MISSING: whatever stands there goes. */
  public Result delete(ByteString key) {
    Entry there = entries.get(key);
    return there == null ? Result.MISSING : remove(key, there);
  }

  /** DONE, MISSING or OTHER_VERSION. */
  public Result delete(ByteString key, long expectedVersion) {
    Entry there = entries.get(key);
    if (there == null) {
      return Result.MISSING;
    }
    return there.version() == expectedVersion
        ? remove(key, there)
        : new Result(Outcome.OTHER_VERSION, there);
  }

  private Result replace(ByteString key, Entry there, ByteString value) {
    return put(key, value, value.size() - there.value().size(), there);
  }

  private Result put(ByteString key, ByteString value, long more, Entry there) {
    if (more > 0 && bytes + more > maxBytes) {
      return new Result(Outcome.FULL, there);
    }
    Entry entry = new Entry(value, ++version);
    entries.put(key, entry);
    bytes += more;
    journal.put(key, entry);
    return new Result(Outcome.DONE, entry);
  }

  private Result remove(ByteString key, Entry there) {
    entries.remove(key);
    bytes -= sizeOf(key, there.value());
    journal.remove(key, version);
    return Result.DELETED;
  }

  private static long sizeOf(ByteString key, ByteString value) {
    return (long) OVERHEAD + key.size() + value.size();
  }

  /** As {@link Journal#pending}: what was seen of the key may be told once this is over. */
  public Future<Void> pending(ByteString key) {
    return journal.pending(key);
  }

  /** Why the store can't do anything any more; null as long as all is well. */
  public Throwable failure() {
    return journal.failure();
  }

  public int size() {
    return entries.size();
  }

  /** Of all keys and values, and 128 more for each. */
  public long bytes() {
    return bytes;
  }

  public long maxBytes() {
    return maxBytes;
  }

  public Future<Void> close() {
    return journal.close();
  }
}
