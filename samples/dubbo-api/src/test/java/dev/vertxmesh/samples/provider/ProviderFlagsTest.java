package dev.vertxmesh.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProviderFlagsTest {
  @Test
  void nothingGivenMeansLoopbackAndDubbosDefaults() {
    assertThat(ProviderFlags.parse())
        .isEqualTo(
            new ProviderFlags(
                "127.0.0.1",
                20880,
                0,
                200,
                null,
                null,
                "hessian2",
                null,
                null,
                "all",
                "local",
                0,
                false,
                null));
  }

  @Test
  void everyFlagIsRead() {
    assertThat(
            ProviderFlags.parse(
                "--port",
                "1",
                "--host",
                "::1",
                "--delay",
                "50",
                "--threads",
                "600",
                "--group",
                "g",
                "--version",
                "1.0",
                "--serialization",
                "fastjson",
                "--token",
                "t",
                "--triple-port",
                "2",
                "--desk",
                "yes"))
        .isEqualTo(
            new ProviderFlags(
                "::1",
                1,
                50,
                600,
                "g",
                "1.0",
                "fastjson",
                "t",
                null,
                "all",
                "local",
                2,
                true,
                null));
  }

  @Test
  void aBadFlagIsNamed() {
    assertThatThrownBy(() -> ProviderFlags.parse("--prot", "1")).hasMessageContaining("--prot");
    assertThatThrownBy(() -> ProviderFlags.parse("--port")).hasMessage("--port needs a value");
    assertThatThrownBy(() -> ProviderFlags.parse("--port", "70000"))
        .hasMessage("--port is 70000, not a number up to 65535");
  }

  @Test
  void aSerializationThatTheReleaseDoesNotHaveIsRefused() {
    ProviderFlags flags = ProviderFlags.parse("--serialization", "fastjson");
    assertThat(flags.serializationOf("hessian2", "fastjson")).isEqualTo("fastjson");
    assertThatThrownBy(() -> flags.serializationOf("hessian2", "fastjson2"))
        .hasMessage("--serialization is fastjson; there are [hessian2, fastjson2]");
  }
}
