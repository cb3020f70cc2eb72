package dev.vertxmesh.kvstore;

import static dev.vertxmesh.kvstore.JavaClient.CREATE;
import static dev.vertxmesh.kvstore.JavaClient.DELETE;
import static dev.vertxmesh.kvstore.JavaClient.RETRIEVE;
import static dev.vertxmesh.kvstore.JavaClient.UPDATE;
import static dev.vertxmesh.kvstore.JavaClient.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.CreateResponse;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.proto.RetrieveResponse;
import dev.vertxmesh.kvstore.proto.UpdateRequest;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.grpc.health.v1.HealthCheckRequest;
import io.vertx.grpc.health.v1.HealthCheckResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a client that isn't ours. */
class KvStoreVerticleTest {
  private RunningStore store;
  private JavaClient client;

  @BeforeEach
  void start() throws Exception {
    store = RunningStore.start(new JsonObject().put("maxKey", 64).put("maxValue", 4096));
    client = store.client();
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    store.close();
  }

  private static void refused(Status status, Code code, String why) {
    assertThat(status.getCode()).isEqualTo(code);
    assertThat(status.getDescription()).isEqualTo(why);
  }

  @Test
  void a_value_lives_from_create_to_delete() {
    long created = client.create("k", "a");
    assertThat(client.retrieve("k").getValue()).isEqualTo(bytes("a"));
    assertThat(client.retrieve("k").getVersion()).isEqualTo(created);

    long updated = client.call(UPDATE, JavaClient.update("k", "b", created)).getVersion();
    assertThat(updated).isGreaterThan(created);
    assertThat(client.retrieve("k").getValue()).isEqualTo(bytes("b"));

    client.call(DELETE, JavaClient.delete("k"));
    refused(
        client.failure(RETRIEVE, RetrieveRequest.newBuilder().setKey(bytes("k")).build()),
        Code.NOT_FOUND,
        "key: has no value");
  }

  @Test
  void keys_and_values_may_be_any_bytes() {
    byte[] every = new byte[256];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    ByteString value = ByteString.copyFrom(every);
    ByteString key = value.substring(128, 192);
    client.call(CREATE, CreateRequest.newBuilder().setKey(key).setValue(value).build());

    RetrieveResponse answer =
        client.call(RETRIEVE, RetrieveRequest.newBuilder().setKey(key).build());
    assertThat(answer.getValue()).isEqualTo(value);
  }

  @Test
  void what_cannot_be_done_is_told() {
    client.create("k", "a");

    refused(
        client.failure(CREATE, CreateRequest.newBuilder().setKey(bytes("k")).build()),
        Code.ALREADY_EXISTS,
        "key: has a value already");
    refused(
        client.failure(UPDATE, UpdateRequest.newBuilder().setKey(bytes("no")).build()),
        Code.NOT_FOUND,
        "key: has no value");
    refused(client.failure(DELETE, JavaClient.delete("no")), Code.NOT_FOUND, "key: has no value");
    refused(
        client.failure(UPDATE, JavaClient.update("k", "b", 77)),
        Code.ABORTED,
        "expected_version: the value has version 1");
  }

  @Test
  void a_version_is_told_only_to_who_knows_of_it() {
    CreateRequest create = CreateRequest.newBuilder().setKey(bytes("k")).build();
    assertThat(client.call(CREATE, create)).isEqualTo(CreateResponse.getDefaultInstance());

    RetrieveRequest retrieve = RetrieveRequest.newBuilder().setKey(bytes("k")).build();
    assertThat(client.call(RETRIEVE, retrieve).getVersion()).isZero();

    UpdateRequest update = UpdateRequest.newBuilder().setKey(bytes("k")).build();
    assertThat(client.call(UPDATE, update).getVersion()).isZero();
    assertThat(client.call(UPDATE, update.toBuilder().setWithVersion(true).build()).getVersion())
        .isPositive();
  }

  @Test
  void what_is_too_large_is_named_with_its_limit() {
    refused(
        client.failure(CREATE, CreateRequest.getDefaultInstance()),
        Code.INVALID_ARGUMENT,
        "key: 0 bytes, expected 1 to 64");
    refused(
        client.failure(DELETE, JavaClient.delete("k".repeat(65))),
        Code.INVALID_ARGUMENT,
        "key: 65 bytes, expected 1 to 64");
    ByteString large = ByteString.copyFrom(new byte[4097]);
    refused(
        client.failure(
            CREATE, CreateRequest.newBuilder().setKey(bytes("k")).setValue(large).build()),
        Code.INVALID_ARGUMENT,
        "value: 4097 bytes, at most 4096");
    ByteString huge = ByteString.copyFrom(new byte[1 << 20]);
    refused(
        client.failure(
            CREATE, CreateRequest.newBuilder().setKey(bytes("k")).setValue(huge).build()),
        Code.RESOURCE_EXHAUSTED,
        "message: more than 8384 bytes");
  }

  @Test
  void who_knows_no_versions_works_as_before() {
    var key = bytes("k");
    var create =
        JavaClient.method(
            "Create",
            dev.vertxmesh.kvstore.before.CreateRequest.getDefaultInstance(),
            dev.vertxmesh.kvstore.before.CreateResponse.getDefaultInstance());
    var retrieve =
        JavaClient.method(
            "Retrieve",
            dev.vertxmesh.kvstore.before.RetrieveRequest.getDefaultInstance(),
            dev.vertxmesh.kvstore.before.RetrieveResponse.getDefaultInstance());
    var update =
        JavaClient.method(
            "Update",
            dev.vertxmesh.kvstore.before.UpdateRequest.getDefaultInstance(),
            dev.vertxmesh.kvstore.before.UpdateResponse.getDefaultInstance());
    var delete =
        JavaClient.method(
            "Delete",
            dev.vertxmesh.kvstore.before.DeleteRequest.getDefaultInstance(),
            dev.vertxmesh.kvstore.before.DeleteResponse.getDefaultInstance());

    // an answer with a field that isn't known wouldn't be equal to an empty one
    assertThat(
            client.call(
                create,
                dev.vertxmesh.kvstore.before.CreateRequest.newBuilder()
                    .setKey(key)
                    .setValue(bytes("a"))
                    .build()))
        .isEqualTo(dev.vertxmesh.kvstore.before.CreateResponse.getDefaultInstance());
    long read = client.retrieve("k").getVersion();
    assertThat(
            client.call(
                update,
                dev.vertxmesh.kvstore.before.UpdateRequest.newBuilder()
                    .setKey(key)
                    .setValue(bytes("b"))
                    .build()))
        .isEqualTo(dev.vertxmesh.kvstore.before.UpdateResponse.getDefaultInstance());
    assertThat(client.failure(UPDATE, JavaClient.update("k", "c", read)).getCode())
        .as("an update by who doesn't know versions isn't lost to who does")
        .isEqualTo(Code.ABORTED);
    assertThat(
            client.call(
                retrieve,
                dev.vertxmesh.kvstore.before.RetrieveRequest.newBuilder().setKey(key).build()))
        .isEqualTo(
            dev.vertxmesh.kvstore.before.RetrieveResponse.newBuilder()
                .setValue(bytes("b"))
                .build());
    assertThat(
            client.call(
                delete,
                dev.vertxmesh.kvstore.before.DeleteRequest.newBuilder().setKey(key).build()))
        .isEqualTo(dev.vertxmesh.kvstore.before.DeleteResponse.getDefaultInstance());
  }

  @Test
  void no_update_is_lost_among_many_at_once() throws Exception {
    int clients = 8;
    int each = 50;
    client.create("counter", "0");
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    List<Future<?>> counting = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      counting.add(threads.submit(() -> countUp(each)));
    }
    for (Future<?> one : counting) {
      one.get(100, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(client.retrieve("counter").getValue().toStringUtf8()).isEqualTo("" + clients * each);
  }

  private void countUp(int times) {
    try (JavaClient own = store.client()) {
      for (int done = 0; done < times; ) {
        RetrieveResponse read = own.retrieve("counter");
        String next = "" + (Integer.parseInt(read.getValue().toStringUtf8()) + 1);
        try {
          own.call(UPDATE, JavaClient.update("counter", next, read.getVersion()));
          done++;
        } catch (io.grpc.StatusRuntimeException e) {
          assertThat(e.getStatus().getCode()).isEqualTo(Code.ABORTED);
        }
      }
    }
  }

  @Test
  void compressed_messages_are_read_and_their_size_is_limited() {
    client.with(CallOptions.DEFAULT.withCompression("gzip"));
    client.create("k", "a".repeat(4096));
    assertThat(client.retrieve("k").getValue().size()).isEqualTo(4096);

    ByteString bomb = ByteString.copyFrom(new byte[4 << 20]);
    refused(
        client.failure(
            CREATE, CreateRequest.newBuilder().setKey(bytes("b")).setValue(bomb).build()),
        Code.RESOURCE_EXHAUSTED,
        "message: more than 8384 bytes once unpacked");
  }

  @Test
  void bytes_that_are_no_message_are_refused_and_others_go_on() {
    MethodDescriptor<byte[], byte[]> raw =
        JavaClient.method(
            "dev.vertxmesh.kvstore.KeyValueService",
            "Create",
            new JavaClient.Bytes(),
            new JavaClient.Bytes());

    Status status = client.failure(raw, new byte[] {10, 127, 1});
    assertThat(status.getCode()).isEqualTo(Code.INTERNAL);
    assertThat(status.getDescription()).startsWith("message: isn't what the method takes: ");
    assertThat(client.create("k", "a")).isPositive();
  }

  @Test
  void an_unknown_method_is_unimplemented() {
    MethodDescriptor<byte[], byte[]> unknown =
        JavaClient.method(
            "dev.vertxmesh.kvstore.KeyValueService",
            "Scan",
            new JavaClient.Bytes(),
            new JavaClient.Bytes());

    assertThat(client.failure(unknown, new byte[0]).getCode()).isEqualTo(Code.UNIMPLEMENTED);
  }

  @Test
  void it_says_that_it_is_well() {
    MethodDescriptor<HealthCheckRequest, HealthCheckResponse> check =
        JavaClient.method(
            "grpc.health.v1.Health",
            "Check",
            new JavaClient.Proto<>(HealthCheckRequest.getDefaultInstance()),
            new JavaClient.Proto<>(HealthCheckResponse.getDefaultInstance()));

    for (String service : List.of("", "dev.vertxmesh.kvstore.KeyValueService")) {
      HealthCheckRequest asked = HealthCheckRequest.newBuilder().setService(service).build();
      assertThat(client.call(check, asked).getStatus())
          .isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
    }
  }

  @Test
  void more_than_one_instance_is_refused() {
    Vertx vertx = Vertx.vertx();
    DeploymentOptions two =
        new DeploymentOptions().setInstances(2).setConfig(new JsonObject().put("port", 0));
    assertThatThrownBy(
            () ->
                vertx
                    .deployVerticle(KvStoreVerticle.class.getName(), two)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(100, TimeUnit.SECONDS))
        .hasMessageContaining("instances: is 2, expected 1");
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void a_config_that_is_bad_is_refused() {
    assertThatThrownBy(() -> RunningStore.start(new JsonObject().put("mode", "fast")))
        .hasMessage("mode: is fast, expected concurrent or locked");
  }

  @Test
  void a_taken_port_is_told() {
    assertThatThrownBy(() -> RunningStore.start(new JsonObject().put("port", store.port())))
        .hasMessageStartingWith("port: can't listen on 127.0.0.1:" + store.port() + ": ");
  }
}
