package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {

  private static final List<Instance> INSTANCES =
      List.of(
          new Instance("a", "h", 1, List.of(), 1, Map.of(), 0, 0),
          new Instance("b", "h", 2, List.of(), 4, Map.of("zone", "a"), 0, 9).speaking("hessian2"));

  @TempDir private Path folder;

  @Test
  void whatIsWrittenIsReadAndNothingElseIsLeft() throws IOException {
    Path path = folder.resolve("new/snapshot.json");
    new SnapshotFile(path, "etcd://a").write(INSTANCES.subList(0, 1));
    new SnapshotFile(path, "etcd://a").write(INSTANCES);
    assertThat(new SnapshotFile(path, "etcd://a").read().orElseThrow().instances())
        .isEqualTo(INSTANCES);
    try (Stream<Path> files = Files.list(path.getParent())) {
      assertThat(files).containsExactly(path);
    }
  }

  @Test
  void itsAgeIsThatOfTheLastTimeItWasRight() throws IOException {
    Path path = folder.resolve("snapshot.json");
    SnapshotFile file = new SnapshotFile(path, "etcd://a");
    file.write(INSTANCES);
    Files.setLastModifiedTime(path, FileTime.fromMillis(1_000_000));
    assertThat(file.read().orElseThrow().savedAtMillis()).isEqualTo(1_000_000);
    file.touch();
    assertThat(file.read().orElseThrow().savedAtMillis()).isGreaterThan(1_000_000);
  }

  @Test
  void noFileAnothersFileAndABrokenFileAreNone() throws IOException {
    Path path = folder.resolve("snapshot.json");
    SnapshotFile file = new SnapshotFile(path, "etcd://a");
    assertThat(file.read()).isEmpty();
    new SnapshotFile(path, "etcd://another").write(INSTANCES);
    assertThat(file.read()).isEmpty();
    for (String broken : List.of("", "[]", "{\"registry\": \"etcd://a\"", "{}")) {
      Files.writeString(path, broken);
      assertThat(file.read()).as(broken).isEmpty();
    }
  }

  /** As somebody else may have made it: it's read before there is anything to bound its entries. */
  @Test
  void aFileLargerThanItsShareOfTheHeapIsNone() throws IOException {
    Path path = folder.resolve("snapshot.json");
    new SnapshotFile(path, "etcd://a").write(INSTANCES);
    long size = Files.size(path);
    assertThat(new SnapshotFile(path, "etcd://a", size).read()).isPresent();
    assertThat(new SnapshotFile(path, "etcd://a", size - 1).read()).isEmpty();
  }

  @Test
  void oneBrokenInstanceCostsItselfOnly() throws IOException {
    Path path = folder.resolve("snapshot.json");
    SnapshotFile file = new SnapshotFile(path, "etcd://a");
    file.write(INSTANCES);
    Files.writeString(
        path, Files.readString(path).replace("\"host\":\"h\",\"port\":1", "\"port\":1"));
    assertThat(file.read().orElseThrow().instances()).containsExactly(INSTANCES.get(1));
  }

  @Test
  void whereNothingCanBeWrittenNothingFails() throws IOException {
    Path notAFolder = Files.writeString(folder.resolve("file"), "");
    SnapshotFile file = new SnapshotFile(notAFolder.resolve("snapshot.json"), "etcd://a");
    file.write(INSTANCES);
    file.touch();
    assertThat(file.read()).isEmpty();
    SnapshotFile none = new SnapshotFile(null, "etcd://a");
    none.write(INSTANCES);
    none.touch();
    assertThat(none.read()).isEmpty();
  }
}
