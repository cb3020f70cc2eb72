package dev.vertxmesh.kvstore;

import static dev.vertxmesh.kvstore.JavaClient.CREATE;
import static dev.vertxmesh.kvstore.JavaClient.DELETE;
import static dev.vertxmesh.kvstore.JavaClient.RETRIEVE;
import static dev.vertxmesh.kvstore.JavaClient.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.CreateResponse;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Calls that wait for their delays: what they hold up, and what happens to those left behind. */
class DelaysTest {
  private static final long LONG = 3_600_000;

  /** As long as the second waits for the first, and is given up. */
  private static final int SLOW_MILLIS = 2_000;

  private static JsonObject config() {
    return new JsonObject();
  }

  private static CreateRequest create(String key) {
    return CreateRequest.newBuilder().setKey(bytes(key)).setValue(bytes("v")).build();
  }

  private static Status missing(JavaClient client) {
    return client.failure(RETRIEVE, RetrieveRequest.newBuilder().setKey(bytes("no")).build());
  }

  @Test
  void a_thousand_writes_that_wait_hold_up_no_read() throws Exception {
    try (RunningStore store = RunningStore.start(config().put("writeDelay", LONG));
        JavaClient client = store.client()) {
      List<Future<CreateResponse>> waiting = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        waiting.add(client.start(CREATE, create("k" + i)));
      }

      assertThat(missing(client).getCode()).isEqualTo(Code.NOT_FOUND);
      assertThat(waiting).noneMatch(Future::isDone);
      waiting.forEach(one -> one.cancel(true));
    }
  }

  @Test
  void a_locked_store_lets_nobody_pass() throws Exception {
    JsonObject locked = config().put("mode", "locked").put("writeDelay", LONG);
    try (RunningStore store = RunningStore.start(locked);
        JavaClient client = store.client()) {
      Future<CreateResponse> writing = received(client, "k");
      client.with(CallOptions.DEFAULT.withDeadlineAfter(300, TimeUnit.MILLISECONDS));

      assertThat(missing(client).getCode()).isEqualTo(Code.DEADLINE_EXCEEDED);
      assertThat(writing.isDone()).isFalse();
      writing.cancel(true);
    }
  }

  @Test
  void what_its_caller_has_given_up_is_not_carried_out() throws Exception {
    secondIsNotCarriedOut((store, client) -> received(client, "second").cancel(true));
  }

  @Test
  void nor_is_that_of_a_caller_who_has_gone() throws Exception {
    secondIsNotCarriedOut(
        (store, client) -> {
          try (JavaClient gone = store.client()) {
            received(gone, "second");
          }
        });
  }

  private interface GivenUp {

    /** Makes a call and gives it up. */
    void second(RunningStore store, JavaClient client) throws Exception;
  }

  /** A machine that was too slow to give it up while it waited for the first tries again. */
  private static void secondIsNotCarriedOut(GivenUp call) throws Exception {
    JsonObject slow = config().put("mode", "locked").put("writeDelay", SLOW_MILLIS);
    for (int attempt = 0; attempt < 20; attempt++) {
      try (RunningStore store = RunningStore.start(slow);
          JavaClient client = store.client()) {
        long begun = System.nanoTime();
        Future<CreateResponse> first = received(client, "first");
        call.second(store, client);
        isReached(client);
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        first.get(100, TimeUnit.SECONDS);
        if (passed < SLOW_MILLIS) {
          Status deleted = client.failure(DELETE, JavaClient.delete("second"));
          assertThat(deleted.getCode()).isEqualTo(Code.NOT_FOUND);
          return;
        }
      }
    }
    throw new AssertionError("20 times the second wasn't given up before the first was done");
  }

  private static Future<CreateResponse> received(JavaClient client, String key) {
    return received(client, create(key));
  }

  private static Future<CreateResponse> received(JavaClient client, CreateRequest request) {
    isReached(client);
    Future<CreateResponse> started = client.start(CREATE, request);
    isReached(client);
    return started;
  }

  /** It refuses this at once: so it has received what came before on the connection. */
  private static void isReached(JavaClient client) {
    CreateRequest refused = CreateRequest.getDefaultInstance();
    assertThat(client.failure(CREATE, refused).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
  }

  @Test
  void more_calls_than_may_be_in_flight_are_refused_at_once() throws Exception {
    JsonObject few = config().put("writeDelay", LONG).put("readDelay", LONG).put("maxCalls", 3);
    try (RunningStore store = RunningStore.start(few);
        JavaClient one = store.client();
        JavaClient other = store.client()) {
      isReached(other);
      List<Future<CreateResponse>> waiting =
          List.of(received(one, "k0"), received(one, "k1"), other.start(CREATE, create("k2")));

      Status status = missing(other);

      assertThat(status.getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
      assertThat(status.getDescription()).isEqualTo("calls in flight: 3, at most 3");
      assertThat(waiting).noneMatch(Future::isDone);
      waiting.forEach(each -> each.cancel(true));
    }
  }

  @Test
  void more_bytes_than_may_be_in_flight_are_refused_at_once() throws Exception {
    JsonObject small = config().put("writeDelay", LONG).put("maxCallBytes", 100_000);
    try (RunningStore store = RunningStore.start(small);
        JavaClient client = store.client()) {
      ByteString value = ByteString.copyFrom(new byte[60_000]);
      Future<CreateResponse> first =
          received(client, create("a").toBuilder().setValue(value).build());

      Status status = client.failure(CREATE, create("b").toBuilder().setValue(value).build());

      assertThat(status.getCode()).isEqualTo(Code.RESOURCE_EXHAUSTED);
      assertThat(status.getDescription())
          .isEqualTo("bytes in flight: 60001 and 60001 more, at most 100000");
      assertThat(first.isDone()).isFalse();
      first.cancel(true);
    }
  }

  @Test
  void what_has_been_answered_makes_room() throws Exception {
    try (RunningStore store = RunningStore.start(config().put("maxCalls", 1));
        JavaClient client = store.client()) {
      for (int i = 0; i < 200; i++) {
        assertThat(missing(client).getCode()).isEqualTo(Code.NOT_FOUND);
        client.create("k" + i, "v");
      }
    }
  }
}
