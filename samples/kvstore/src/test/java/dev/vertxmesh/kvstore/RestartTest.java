package dev.vertxmesh.kvstore;

import static dev.vertxmesh.kvstore.JavaClient.CREATE;
import static dev.vertxmesh.kvstore.JavaClient.DELETE;
import static dev.vertxmesh.kvstore.JavaClient.RETRIEVE;
import static dev.vertxmesh.kvstore.JavaClient.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("values");
  }

  private RunningStore start() throws Exception {
    return RunningStore.start(new JsonObject().put("file", file.toString()));
  }

  @Test
  void values_and_their_versions_are_there_again() throws Exception {
    long version;
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      version = client.create("stays", "a");
      client.create("goes", "b");
      client.call(DELETE, JavaClient.delete("goes"));
    }
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      assertThat(client.retrieve("stays").getValue()).isEqualTo(bytes("a"));
      assertThat(client.retrieve("stays").getVersion()).isEqualTo(version);
      assertThat(client.failure(DELETE, JavaClient.delete("goes")).getCode())
          .isEqualTo(Code.NOT_FOUND);
    }
  }

  @Test
  void a_version_is_never_given_again_even_if_its_value_is_gone() throws Exception {
    long version;
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      version = client.create("k", "a");
      client.call(DELETE, JavaClient.delete("k"));
    }
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      assertThat(client.create("k", "b")).isGreaterThan(version);
    }
  }

  @Test
  void large_values_come_back_whole() throws Exception {
    ByteString large = ByteString.copyFrom(new byte[1 << 20]).concat(ByteString.EMPTY);
    CreateRequest create =
        CreateRequest.newBuilder().setKey(bytes("large")).setValue(large).build();
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      client.call(CREATE, create);
    }
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      assertThat(client.retrieve("large").getValue()).isEqualTo(large);
    }
  }

  /** In the middle of writes by several clients. */
  @Test
  void what_was_answered_survives_kill_9() throws Exception {
    Process process = process("--file", file.toString());
    try {
      int port = port(process);
      int clients = 4;
      AtomicInteger answered = new AtomicInteger();
      ExecutorService threads = Executors.newFixedThreadPool(clients);
      List<Future<Integer>> writing = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        String name = "client" + i + "-";
        writing.add(threads.submit(() -> createUntilItDies(port, name, answered)));
      }
      await().atMost(Duration.ofMinutes(5)).until(() -> answered.get() >= 400);
      process.destroyForcibly(); // SIGKILL
      try (RunningStore store = restarted(process);
          JavaClient client = store.client()) {
        for (int i = 0; i < clients; i++) {
          int all = writing.get(i).get(100, TimeUnit.SECONDS);
          for (int n = 0; n < all; n++) {
            String key = "client" + i + "-" + n;
            assertThat(client.retrieve(key).getValue().toStringUtf8()).isEqualTo(key);
          }
        }
      }
      threads.shutdown();
    } finally {
      process.destroyForcibly();
    }
  }

  private RunningStore restarted(Process process) throws Exception {
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    return start();
  }

  /** How many were answered. */
  private static int createUntilItDies(int port, String name, AtomicInteger answered) {
    try (JavaClient client = new JavaClient(port)) {
      for (int n = 0; ; n++) {
        try {
          client.create(name + n, name + n);
          answered.incrementAndGet();
        } catch (StatusRuntimeException e) {
          assertThat(e.getStatus().getCode()).isEqualTo(Code.UNAVAILABLE);
          return n;
        }
      }
    }
  }

  private static Process process(String... flags) throws IOException {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-cp", classes, Main.class.getName()));
    command.addAll(List.of("--port", "0", "--read-delay", "0", "--write-delay", "0"));
    command.addAll(List.of(flags));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static int port(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    assertThat(line).startsWith("ready: kvstore, concurrent, on 127.0.0.1:");
    return Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
  }

  @Test
  void a_signal_ends_it_and_the_file_is_whole() throws Exception {
    Process process = process("--file", file.toString());
    int port = port(process);
    try (JavaClient client = new JavaClient(port)) {
      client.create("k", "a");
    }
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    try (RunningStore store = start();
        JavaClient client = store.client()) {
      assertThat(client.retrieve("k").getValue()).isEqualTo(bytes("a"));
    }
  }

  @Test
  void a_file_that_another_store_has_is_refused() throws Exception {
    try (RunningStore first = start();
        JavaClient client = first.client()) {
      assertThatThrownBy(this::start)
          .hasMessageStartingWith("file: " + file + " can't be opened: ")
          .hasMessageContaining("locked");
      assertThat(client.create("k", "a")).isPositive();
    }
  }

  @Test
  void a_file_of_something_else_is_refused_and_left_alone() throws Exception {
    String text = "not a store\n".repeat(2_000);
    Files.writeString(file, text);

    assertThatThrownBy(this::start).hasMessageStartingWith("file: " + file + " can't be opened: ");
    assertThat(Files.readString(file)).isEqualTo(text);
  }

  @Test
  void without_a_file_values_are_gone() throws Exception {
    try (RunningStore store = RunningStore.start();
        JavaClient client = store.client()) {
      client.create("k", "a");
    }
    try (RunningStore store = RunningStore.start();
        JavaClient client = store.client()) {
      RetrieveRequest retrieve = RetrieveRequest.newBuilder().setKey(bytes("k")).build();
      assertThat(client.failure(RETRIEVE, retrieve).getCode()).isEqualTo(Code.NOT_FOUND);
    }
  }
}
