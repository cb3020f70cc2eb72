package dev.vertxmesh.kvstore.store;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.store.Disk.Change;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes changes to a file by a worker: while it writes some, those that come meanwhile are
 * gathered and go into the file together after that. How many wait is bounded by the calls in
 * flight. After a failed write nothing is kept any more, as memory and file say different things by
 * then.
 */
final class FileJournal implements Journal {
  private static final String WORKER = "kvstore-file";
  private static final Throwable CLOSED = new IllegalStateException("file: is closed");

  private final Context context;
  private final WorkerExecutor worker;
  private final Disk file;
  private final Map<ByteString, Promise<Void>> pending = new HashMap<>();
  private Batch gathered = new Batch();
  private boolean writing;
  private Throwable failure;
  private Promise<Void> closing;

  FileJournal(Context context, WorkerExecutor worker, Disk file) {
    this.context = context;
    this.worker = worker;
    this.file = file;
  }

  private static final class Batch {
    final List<Change> changes = new ArrayList<>();
    final Promise<Void> kept = Promise.promise();
  }

  /**
   * A store with all that the file has; to be called on the event loop that the store is for.
   *
   * @return fails with a {@link StoreException}
   */
  static Future<Store> open(Vertx vertx, FileOptions options, long maxBytes) {
    Context context = vertx.getOrCreateContext();
    WorkerExecutor worker = vertx.createSharedWorkerExecutor(WORKER + " " + options.path(), 1);
    return worker
        .executeBlocking(
            () -> {
              StoreFile file = StoreFile.open(options.path(), options.sync());
              FileJournal journal = new FileJournal(context, worker, file);
              return new Store(file.read(), file.version(), journal, maxBytes);
            })
        .onFailure(e -> worker.close());
  }

  @Override
  public void put(ByteString key, Entry entry) {
    add(new Change(key, entry, entry.version()));
  }

  @Override
  public void remove(ByteString key, long version) {
    add(new Change(key, null, version));
  }

  private void add(Change change) {
    if (failure() != null) {
      return; // nobody is told that it was kept
    }
    gathered.changes.add(change);
    pending.put(change.key(), gathered.kept);
    if (!writing) {
      write();
    }
  }

  private void write() {
    Batch batch = gathered;
    gathered = new Batch();
    writing = true;
    worker
        .<Void>executeBlocking(
            () -> {
              file.write(batch.changes);
              return null;
            })
        .onComplete(done -> context.runOnContext(v -> onWritten(batch, done.cause())));
  }

  private void onWritten(Batch batch, Throwable cause) {
    writing = false;
    if (cause != null) {
      onFailure(batch, cause);
    } else {
      batch.changes.forEach(change -> pending.remove(change.key(), batch.kept));
      batch.kept.complete();
    }
    if (!gathered.changes.isEmpty()) {
      write();
    } else if (closing != null) {
      letGo();
    }
  }

  private void onFailure(Batch batch, Throwable cause) {
    failure = cause;
    pending.clear();
    Batch never = gathered;
    gathered = new Batch();
    batch.kept.fail(cause);
    never.kept.fail(cause);
  }

  @Override
  public Future<Void> pending(ByteString key) {
    Promise<Void> kept = pending.get(key);
    return kept == null ? null : kept.future();
  }

  @Override
  public Throwable failure() {
    return failure == null && closing != null ? CLOSED : failure;
  }

  @Override
  public Future<Void> close() {
    if (closing == null) {
      closing = Promise.promise();
      if (!writing) {
        letGo();
      }
    }
    return closing.future();
  }

  private void letGo() {
    worker
        .<Void>executeBlocking(
            () -> {
              file.close();
              return null;
            })
        .eventually(worker::close)
        .onComplete(closing);
  }
}
