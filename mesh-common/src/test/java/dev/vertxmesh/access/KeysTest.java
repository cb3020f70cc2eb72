package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.digest.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** API keys, as their file says whose they are. */
class KeysTest {

  private static final MessageDigest SHA256 = Sha256.begin();

  @TempDir Path folder;

  static String hash(String key) {
    return HexFormat.of().formatHex(SHA256.digest(key.getBytes(StandardCharsets.UTF_8)));
  }

  private KnownKeys read(String yaml) throws IOException {
    Path file = folder.resolve("keys.yaml");
    Files.writeString(file, yaml);
    return KeysFile.read(file);
  }

  @Test
  void aKeyIsFoundByItsHashAndSoIsTheOneThatReplacesIt() throws IOException {
    KnownKeys keys =
        read(
            """
            keys:
              - name: shop
                groups: [partners]
                sha256: [%s, %s]
              - {name: stock, sha256: %s}
            """
                .formatted(hash("old"), hash("new"), hash("other")));
    assertThat(keys.ownerOf(KnownKeys.hash("old", SHA256))).hasToString("key:shop");
    assertThat(keys.ownerOf(KnownKeys.hash("new", SHA256)).groups()).containsExactly("partners");
    assertThat(keys.ownerOf(KnownKeys.hash("other", SHA256))).hasToString("key:stock");
    assertThat(keys.ownerOf(KnownKeys.hash("neW", SHA256))).isNull();
    assertThat(keys.ownerOf(KnownKeys.hash("", SHA256))).isNull();
    assertThat(keys.ownerOf(KnownKeys.hash(hash("new"), SHA256))).as("the hash is no key").isNull();
  }

  @Test
  void aKeyThatStandsThereItselfIsRefusedAndNotRepeated() {
    assertThatThrownBy(() -> read("keys: [{name: shop, sha256: my-secret}]"))
        .hasMessageContaining("keys.yaml:1: sha256: expected 64 hexadecimal digits")
        .hasMessageNotContaining("my-secret");
  }

  @Test
  void nobodyHasTwoNamesAndNoTwoHaveOneKey() {
    String one = hash("one");
    assertThatThrownBy(
            () -> read("keys: [{name: a, sha256: %s}, {name: b, sha256: %s}]".formatted(one, one)))
        .hasMessageContaining("the same hash is there already");
    assertThatThrownBy(
            () ->
                read(
                    "keys: [{name: a, sha256: %s}, {name: a, sha256: %s}]"
                        .formatted(one, hash("two"))))
        .hasMessageContaining("there is a 'a' already");
  }
}
