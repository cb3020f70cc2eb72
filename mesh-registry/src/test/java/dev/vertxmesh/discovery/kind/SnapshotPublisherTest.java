package dev.vertxmesh.discovery.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapshotPublisherTest {

  private static final Instance A = instance("a");
  private static final Instance B = instance("b");

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final SnapshotPublisher snapshots = new SnapshotPublisher();
  private final List<List<Instance>> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void deliversInOrderOfIdsAndOnlyWhatDiffers() {
    snapshots.subscribe(context, seen::add);
    snapshots.publish(List.of(B, A));
    snapshots.publish(List.of(A, B));
    snapshots.publish(List.of());
    await().until(() -> seen.size() == 2);
    assertThat(seen).containsExactly(List.of(A, B), List.of());
    assertThat(snapshots.size()).isZero();
  }

  @Test
  void deliversOnTheContextOfWhoWatches() {
    List<Context> contexts = new CopyOnWriteArrayList<>();
    snapshots.publish(List.of());
    Future<Void> first =
        snapshots.subscribe(context, instances -> contexts.add(Vertx.currentContext()));
    await().until(first::succeeded);
    assertThat(contexts).containsExactly(context);
  }

  @Test
  void failsWhoNeverHadASnapshotWhenClosed() {
    Future<Void> before = snapshots.subscribe(context, seen::add);
    snapshots.close();
    Future<Void> after = snapshots.subscribe(context, seen::add);
    snapshots.publish(List.of(A));
    await().until(() -> before.failed() && after.failed());
    assertThat(seen).isEmpty();
    assertThat(before.cause()).isInstanceOf(RegistryFailure.class);
  }

  @Test
  void aListenerThatThrowsFailsItsWatchAndNobodyElses() {
    Future<Void> bad =
        snapshots.subscribe(
            context,
            instances -> {
              throw new IllegalStateException("on purpose");
            });
    Future<Void> good = snapshots.subscribe(context, seen::add);
    snapshots.publish(List.of(A));
    await().until(() -> bad.failed() && good.succeeded());
    assertThat(seen).containsExactly(List.of(A));
  }

  private static Instance instance(String id) {
    return new Instance(id, "h", 1, List.of(), 1, Map.of(), 0, 0);
  }
}
