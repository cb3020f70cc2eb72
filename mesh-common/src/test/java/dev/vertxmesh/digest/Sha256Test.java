package dev.vertxmesh.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {

  /** FIPS 180-4's example, and what sha256sum says of the other. */
  @Test
  void itIsTheStandards() {
    assertThat(hex("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(hex("\u00e9"))
        .isEqualTo("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(Sha256.of(text));
  }
}
