package dev.vertxmesh.kvstore.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FileJournalTest {
  private static final ByteString A = ByteString.copyFromUtf8("a");
  private static final ByteString B = ByteString.copyFromUtf8("b");
  private static final ByteString C = ByteString.copyFromUtf8("c");

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final StoppedDisk disk = new StoppedDisk();
  private Store store;
  private FileJournal journal;

  /** One that writes when it's told to. */
  private static final class StoppedDisk implements Disk {
    private final BlockingQueue<List<Change>> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    @Override
    public void write(List<Change> changes) {
      begun.add(changes);
      try {
        if (orders.take().equals("fail")) {
          throw new IllegalStateException("the disk is full");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    List<ByteString> next() throws InterruptedException {
      return begun.poll(100, TimeUnit.SECONDS).stream().map(Change::key).toList();
    }

    @Override
    public void close() {
      closed.complete(null);
    }
  }

  @BeforeEach
  void open() throws Exception {
    store =
        onLoop(
            () -> {
              journal = new FileJournal(loop, vertx.createSharedWorkerExecutor("disk", 1), disk);
              return new Store(new HashMap<>(), 0, journal, 10_000);
            });
  }

  @AfterEach
  void close() throws Exception {
    disk.orders.addAll(List.of("write", "write", "write"));
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private <T> T onLoop(Supplier<T> what) throws Exception {
    CompletableFuture<T> got = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          try {
            got.complete(what.get());
          } catch (RuntimeException | Error e) {
            got.completeExceptionally(e);
          }
        });
    return got.get(100, TimeUnit.SECONDS);
  }

  private Future<Void> create(ByteString key) throws Exception {
    return onLoop(
        () -> {
          store.create(key, key);
          return store.pending(key);
        });
  }

  private static void await(Future<Void> future) throws Exception {
    future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @Test
  void what_comes_while_others_are_written_is_written_together() throws Exception {
    Future<Void> a = create(A);
    assertThat(disk.next()).containsExactly(A);
    Future<Void> b = create(B);
    Future<Void> c = create(C);
    disk.orders.add("write");
    await(a);
    assertThat(disk.next()).containsExactly(B, C);
    assertThat(b.isComplete()).isFalse();
    disk.orders.add("write");
    await(b);
    await(c);

    assertThat(onLoop(() -> store.pending(A) == null && store.pending(C) == null)).isTrue();
  }

  @Test
  void a_key_is_pending_until_its_last_change_is_kept() throws Exception {
    create(A);
    disk.next();
    Future<Void> deleted =
        onLoop(
            () -> {
              store.delete(A);
              return store.pending(A);
            });
    disk.orders.add("write");
    assertThat(disk.next()).containsExactly(A);

    assertThat(onLoop(() -> store.pending(A))).isSameAs(deleted);
    assertThat(deleted.isComplete()).isFalse();
    disk.orders.add("write");
    await(deleted);
  }

  @Test
  void after_a_failed_write_nobody_is_told_that_anything_is_kept() throws Exception {
    List<Future<Void>> all = new ArrayList<>();
    all.add(create(A));
    disk.next();
    all.add(create(B));
    disk.orders.add("fail");

    for (Future<Void> one : all) {
      one.transform(done -> Future.succeededFuture())
          .toCompletionStage()
          .toCompletableFuture()
          .get(100, TimeUnit.SECONDS);
      assertThat(one.cause()).hasMessage("the disk is full");
    }
    assertThat(onLoop(() -> store.failure())).hasMessage("the disk is full");
  }

  @Test
  void it_closes_once_everything_is_written() throws Exception {
    create(A);
    disk.next();
    create(B);
    CompletableFuture<Void> closing =
        onLoop(() -> store.close()).toCompletionStage().toCompletableFuture();
    assertThat(disk.closed).isNotDone();
    assertThat(onLoop(() -> store.failure())).hasMessage("file: is closed");
    disk.orders.add("write");
    assertThat(disk.next()).containsExactly(B);
    disk.orders.add("write");

    closing.get(100, TimeUnit.SECONDS);
    assertThat(disk.closed).isDone();
  }
}
