package dev.vertxmesh.routing.folder;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRulesTest {

  @TempDir private Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final List<Map<String, String>> told = new ArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private FolderRules rules() {
    return new FolderRules(vertx, folder);
  }

  @Test
  void eachFileIsARuleOfItsName() throws IOException {
    Files.writeString(folder.resolve("shop.tag-router.yaml"), "a");
    Files.writeString(folder.resolve("com.x.A::.condition-router.yml"), "b");
    Files.writeString(folder.resolve(".shop.tag-router.yaml"), "an editor's");
    Files.writeString(folder.resolve("README"), "no rule");
    rules().lookNow(told::add);
    assertThat(told)
        .containsExactly(Map.of("shop.tag-router", "a", "com.x.A::.condition-router", "b"));
  }

  @Test
  void onlyChangesAreTold() throws IOException {
    Path file = Files.writeString(folder.resolve("shop.tag-router.yaml"), "a");
    FolderRules rules = rules();
    rules.lookNow(told::add);
    rules.lookNow(told::add);
    Files.writeString(file, "b");
    rules.lookNow(told::add);
    Files.delete(file);
    rules.lookNow(told::add);
    assertThat(told)
        .containsExactly(Map.of("shop.tag-router", "a"), Map.of("shop.tag-router", "b"), Map.of());
  }

  @Test
  void aFolderThatIsGoneLeavesTheRulesAsTheyWere() throws IOException {
    FolderRules rules = rules();
    rules.lookNow(told::add);
    Files.delete(folder);
    rules.lookNow(told::add);
    assertThat(told).containsExactly(Map.of());
    assertThat(rules.problem()).contains("can't be read");
    Files.createDirectory(folder);
    rules.lookNow(told::add);
    assertThat(rules.problem()).isEmpty();
  }

  @Test
  void aFileThatCantBeReadIsAsItWasAndIsTold() throws IOException {
    Path file = Files.writeString(folder.resolve("shop.tag-router.yaml"), "a");
    FolderRules rules = rules();
    rules.lookNow(told::add);
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
    rules.lookNow(told::add);
    assertThat(told).containsExactly(Map.of("shop.tag-router", "a"));
    assertThat(rules.problem()).contains("shop.tag-router");
    Files.delete(file);
    rules.lookNow(told::add);
    assertThat(told).hasSize(2).last().isEqualTo(Map.of());
    assertThat(rules.problem()).isEmpty();
  }

  @Test
  void aHugeFileIsNotRead() throws IOException {
    Files.write(folder.resolve("shop.tag-router.yaml"), new byte[2_000_000]);
    rules().lookNow(told::add);
    assertThat(told.get(0).get("shop.tag-router")).hasSize(256 * 1024 + 1);
  }

  @Test
  void whoWatchesIsToldAtOnce() throws IOException {
    Files.writeString(folder.resolve("shop.tag-router.yaml"), "a");
    FolderRules rules = rules();
    rules.watch(told::add).await();
    assertThat(told).containsExactly(Map.of("shop.tag-router", "a"));
    rules.close().await();
  }
}
