package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MirroredAttachmentsTest {

  private static final Map<String, Object> OF_GO =
      Map.of(
          "path",
          "a.B",
          "interface",
          "a.B",
          "local-addr",
          "10.0.0.1:20000",
          "remote-addr",
          "10.0.0.2:1",
          "tenant",
          "blue",
          "cost",
          "3");

  @Test
  void aCallerGetsBackNeitherItsOwnAttachmentsNorAddresses() {
    assertThat(MirroredAttachments.without(OF_GO, Map.of("tenant", "blue")))
        .isEqualTo(Map.of("cost", "3"));
    assertThat(MirroredAttachments.without(OF_GO, Map.of("tenant", "red")))
        .isEqualTo(Map.of("tenant", "blue", "cost", "3"));
  }

  @Test
  void whatOthersAttachIsLeft() {
    Map<String, Object> javas = Map.of("path", "a", "tenant", "blue");
    assertThat(MirroredAttachments.without(javas, Map.of("tenant", "blue"))).isEqualTo(javas);
  }
}
