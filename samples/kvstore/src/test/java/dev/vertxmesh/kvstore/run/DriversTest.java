package dev.vertxmesh.kvstore.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.kvstore.JavaClient;
import dev.vertxmesh.kvstore.RunningStore;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.run.Workload.Phase;
import io.grpc.Status.Code;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Drivers against a real store. */
class DriversTest {
  private final List<StoreClient> clients = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);

  @AfterEach
  void close() {
    clients.forEach(StoreClient::close);
  }

  private Workload workload(int seeds) {
    Sizes sizes = new Sizes(random.split(), 64, 1024);
    return new Workload(random.split(), sizes, seeds, System::nanoTime);
  }

  private StoreClient client(RunningStore store) throws IOException {
    StoreClient client =
        StoreClient.connect(InetSocketAddress.createUnresolved("127.0.0.1", store.port()));
    clients.add(client);
    return client;
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private AsyncDriver async(RunningStore store, int seeds, int inFlight) throws IOException {
    return new AsyncDriver(workload(seeds), client(store), inFlight);
  }

  /** All phases, and at least so many calls measured. */
  private static void live(Driver driver, int calls) throws Exception {
    get(driver.begin(Phase.SEED));
    driver.workload().measure(true);
    driver.begin(Phase.MIX);
    await().atMost(Duration.ofMinutes(5)).until(() -> driver.workload().tally().calls() >= calls);
    get(driver.begin(Phase.CLEAN));

    assertThat(driver.workload().tally().firstError()).isNull();
    assertThat(driver.workload().tally().errors()).isZero();
  }

  @Test
  void an_async_driver_gets_right_answers_from_first_key_to_last() throws Exception {
    try (RunningStore store = RunningStore.start()) {
      live(async(store, 200, 50), 500);
    }
  }

  @Test
  void so_it_does_from_a_locked_store() throws Exception {
    JsonObject locked = new JsonObject().put("mode", "locked").put("writeDelay", 1);
    try (RunningStore store = RunningStore.start(locked)) {
      live(async(store, 20, 10), 200);
    }
  }

  @Test
  void a_blocking_driver_does_too() throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (RunningStore store = RunningStore.start()) {
      live(new BlockingDriver(workload(5), client(store), thread), 200);
    } finally {
      thread.shutdownNow();
    }
  }

  /** A store that holds exactly as many would refuse one more. */
  @Test
  void never_more_calls_are_in_flight_than_permitted() throws Exception {
    JsonObject exactly = new JsonObject().put("maxCalls", 30).put("writeDelay", 3);
    try (RunningStore store = RunningStore.start(exactly)) {
      live(async(store, 60, 30), 300);
    }
  }

  /** Where nothing is answered, nothing more is begun: no memory is used up by waiting. */
  @Test
  void a_store_that_does_not_answer_holds_the_client_back() throws Exception {
    AtomicInteger begun = new AtomicInteger(); // each call asks for the time as it begins
    try (RunningStore store = RunningStore.start(new JsonObject().put("writeDelay", 3_600_000));
        JavaClient other = store.client()) {
      Sizes sizes = new Sizes(random.split(), 64, 1024);
      Workload workload =
          new Workload(random.split(), sizes, 1_000_000, () -> begun.incrementAndGet());
      AsyncDriver driver = new AsyncDriver(workload, client(store), 30);
      driver.begin(Phase.SEED);
      await().atMost(Duration.ofMinutes(5)).until(() -> begun.get() >= 30);

      RetrieveRequest any = RetrieveRequest.newBuilder().setKey(JavaClient.bytes("k")).build();
      for (int i = 0; i < 20; i++) {
        assertThat(other.failure(JavaClient.RETRIEVE, any).getCode()).isEqualTo(Code.NOT_FOUND);
      }
      assertThat(begun).hasValue(30);
      workload.phase(Phase.REST);
    }
  }

  @Test
  void a_store_that_is_not_there_is_told_of_before_any_call() {
    InetSocketAddress nobody = InetSocketAddress.createUnresolved("127.0.0.1", 1);

    assertThatThrownBy(() -> StoreClient.connect(nobody))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("127.0.0.1:1: Connection refused");
  }
}
