package dev.vertxmesh.discovery.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRegistryTest {

  @TempDir private Path temporary;

  private final Vertx vertx = Vertx.vertx();
  private final List<Registry> opened = new ArrayList<>();
  private final List<List<Instance>> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() throws Exception {
    for (Registry registry : opened) {
      get(registry.close());
    }
    get(vertx.close());
  }

  @Test
  void whatOneAnnouncesAnotherSeesUntilItIsWithdrawn() throws Exception {
    get(open().watch(seen::add));
    assertThat(latest()).isEmpty();
    Registration registration = get(open().announce(instance("a")));
    await().until(() -> latest().equals(List.of(instance("a"))));
    get(registration.withdraw());
    await().until(() -> latest().isEmpty());
    get(registration.withdraw());
    assertThat(files()).isEmpty();
  }

  @Test
  void whatWasAnnouncedCanBeReplacedInPlace() throws Exception {
    get(open().watch(seen::add));
    Registration registration = get(open().announce(instance("a")));
    Instance other = instance("a").serving(List.of(ServiceKey.of("com.x.Other")));
    get(registration.replace(other));
    await().until(() -> latest().equals(List.of(other)));
    assertThat(seen.subList(1, seen.size())).doesNotContain(List.of());
    get(registration.withdraw());
    await().until(() -> latest().isEmpty());
    assertThat(registration.replace(other).toCompletionStage().toCompletableFuture())
        .failsWithin(100, TimeUnit.SECONDS);
    assertThat(files()).isEmpty();
  }

  @Test
  void theFirstSnapshotIsWhole() throws Exception {
    Registry registry = open();
    get(registry.announce(instance("a")));
    get(registry.announce(instance("b")));
    get(open().watch(seen::add));
    assertThat(seen.get(0)).containsExactly(instance("a"), instance("b"));
  }

  @Test
  void anEntryGoesWithItsProcessEvenWhenThatIsKilled() throws Exception {
    get(open().watch(seen::add));
    Process process = AnnouncingProcess.start(folder(), "child");
    try {
      await().until(() -> latest().size() == 1);
    } finally {
      process.toHandle().destroyForcibly();
    }
    await().until(() -> latest().isEmpty());
    await().until(() -> files().isEmpty());
  }

  @Test
  void aMalformedEntryIsSkippedAndCounted() throws Exception {
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("broken.json"), "{\"id\": ");
    Files.writeString(folder().resolve("array.json"), "[]");
    Files.writeString(folder().resolve("other.json"), entryOf("not-its-name"));
    Files.createDirectory(folder().resolve("folder.json"));
    Files.writeString(folder().resolve(".half.tmp"), "half");
    String pipe = folder().resolve("pipe.json").toString();
    assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
    Registry registry = open();
    get(registry.announce(instance("good")));
    get(registry.watch(seen::add));
    await().until(() -> latest().equals(List.of(instance("good"))));
    assertThat(registry.malformed()).isEqualTo(5);
    assertThat(registry.skippedEntries())
        .hasSize(5)
        .hasEntrySatisfying("array.json", why -> assertThat(why).isNotBlank());
    Files.delete(folder().resolve("broken.json"));
    await().until(() -> registry.malformed() == 4);
  }

  @Test
  void aFolderThatCantBeMadeIsRefusedByItsName() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "");
    Registry registry = open(file.resolve("registry"));
    for (Future<?> refused : List.of(registry.watch(seen::add), registry.announce(instance("a")))) {
      await().until(refused::failed);
      assertThat(refused.cause())
          .isInstanceOf(RegistryFailure.class)
          .hasMessageContaining("registry folder " + file.resolve("registry"))
          .hasMessageContaining("can't be created: " + file);
    }
  }

  @Test
  void aFileInTheFoldersPlaceIsRefused() throws Exception {
    Path file = Files.writeString(temporary.resolve("file"), "");
    Future<Void> refused = open(file).watch(seen::add);
    await().until(refused::failed);
    assertThat(refused.cause()).hasMessageContaining(file + " is not a folder");
  }

  @Test
  void aDeletedFolderComesBackWithNobodyLost() throws Exception {
    Registry registry = open();
    get(registry.announce(instance("a")));
    get(registry.watch(seen::add));
    await().until(() -> latest().size() == 1);
    delete(folder());
    await().until(() -> files().size() == 1);
    get(registry.announce(instance("b")));
    await().until(() -> latest().size() == 2);
    assertThat(seen).doesNotContain(List.of());
  }

  @Test
  void whileTheFolderCantBeReadTheLastKnownStaysAndItsAgeGrows() throws Exception {
    Registry registry = open();
    get(registry.announce(instance("a")));
    get(registry.watch(seen::add));
    await().until(() -> latest().size() == 1);
    await()
        .ignoreExceptions()
        .until(
            () -> {
              delete(folder());
              return Files.exists(Files.createFile(folder()));
            });
    await().until(() -> registry.ageMillis() > 1_500);
    assertThat(latest()).hasSize(1);
    Files.delete(folder());
    await().until(() -> registry.ageMillis() < 1_500 && files().size() == 1);
    assertThat(seen).doesNotContain(List.of());
  }

  @Test
  void anEntryThatSomebodyElseRemovedIsPutBack() throws Exception {
    get(open().announce(instance("a")));
    Files.delete(folder().resolve("a.json"));
    await().until(() -> files().equals(List.of("a.json")));
  }

  @Test
  void aFolderThatHangsTakesOneThreadOfThePoolWhoeverAsks() throws Exception {
    Vertx small = Vertx.vertx(new VertxOptions().setWorkerPoolSize(2));
    CountDownLatch well = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    Registry registry = new FileRegistry(small, hanging(folder(), well, looks));
    try {
      List<Future<Void>> askers = Stream.generate(registry::catchUp).limit(10).toList();
      assertThat(get(small.executeBlocking(() -> "free", false))).isEqualTo("free");
      get(Future.join(askers));
      assertThat(looks).hasValue(1);
    } finally {
      well.countDown();
      get(small.close());
    }
  }

  /** A folder whose file system doesn't say a word until all is well. */
  private static Path hanging(Path folder, CountDownLatch well, AtomicInteger looks) {
    return (Path)
        Proxy.newProxyInstance(
            Path.class.getClassLoader(),
            new Class<?>[] {Path.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getFileSystem")) {
                looks.incrementAndGet();
                well.await();
              }
              return method.invoke(folder, arguments);
            });
  }

  @Test
  void closingWithdrawsAndLeavesNoThread() throws Exception {
    Registry registry = open();
    get(registry.announce(instance("a")));
    assertThat(threads()).isEqualTo(1);
    get(registry.close());
    assertThat(threads()).isZero();
    assertThat(files()).isEmpty();
    Future<Void> late = registry.watch(seen::add);
    await().until(late::failed);
  }

  private List<Instance> latest() {
    return seen.get(seen.size() - 1);
  }

  private Path folder() {
    return temporary.resolve("some").resolve("registry");
  }

  private Registry open() {
    return open(folder());
  }

  private Registry open(Path folder) {
    Registry registry = Registries.open(vertx, "file:" + folder);
    opened.add(registry);
    return registry;
  }

  private List<String> files() throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(folder())) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder())) {
        files.forEach(file -> names.add(file.getFileName().toString()));
      }
    }
    return names;
  }

  /** Its owner may put an entry back meanwhile. */
  private static void delete(Path folder) {
    await()
        .ignoreExceptions()
        .until(
            () -> {
              try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                  Files.deleteIfExists(file);
                }
              }
              Files.delete(folder);
              return true;
            });
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("mesh-registry-file"))
        .count();
  }

  private static String entryOf(String id) {
    return new Entry(instance(id), OwnerProcess.current()).write();
  }

  private static Instance instance(String id) {
    List<ServiceKey> services = List.of(ServiceKey.of("com.x.A"));
    return new Instance(id, "127.0.0.1", 30_000, services, 1, Map.of(), 10, 5);
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
