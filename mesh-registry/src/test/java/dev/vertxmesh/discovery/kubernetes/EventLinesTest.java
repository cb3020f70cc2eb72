package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLinesTest {

  private static List<String> texts(List<byte[]> lines) {
    return lines.stream().map(line -> new String(line, StandardCharsets.UTF_8)).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 100})
  void chunksMayEndAnywhere(int size) {
    Buffer all = Buffer.buffer("{\"a\":\"ü\"}\n\n{}\n{\"b\"");
    EventLines lines = new EventLines(20);
    List<String> found = new ArrayList<>();
    for (int from = 0; from < all.length(); from += size) {
      Buffer chunk = all.getBuffer(from, Math.min(all.length(), from + size));
      found.addAll(texts(lines.feed(chunk)));
    }
    assertThat(found).containsExactly("{\"a\":\"ü\"}", "{}");
    assertThat(texts(lines.feed(Buffer.buffer(":1}\n")))).containsExactly("{\"b\":1}");
  }

  @Test
  void aLineThatIsTooLongIsRefusedBeforeItHasCome() {
    EventLines lines = new EventLines(10);
    assertThat(lines.feed(Buffer.buffer("0123456789"))).isEmpty();
    assertThatThrownBy(() -> lines.feed(Buffer.buffer("x")))
        .isInstanceOf(RegistryFailure.class)
        .hasMessage("an event of more than 10 bytes");
  }
}
