package dev.vertxmesh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilledStreamTest {

  private final List<String> seen = new ArrayList<>();
  private final FilledStream stream = new FilledStream(() -> seen.add("empty"));

  @BeforeEach
  void read() {
    stream
        .handler(buffer -> seen.add(buffer.toString()))
        .endHandler(end -> seen.add("end"))
        .exceptionHandler(e -> seen.add(e.getMessage()));
  }

  private void add(String... all) {
    for (String text : all) {
      stream.add(Buffer.buffer(text));
    }
  }

  @Test
  void nothingComesUnlessItIsAskedFor() {
    add("a", "b");
    assertThat(seen).isEmpty();
    stream.fetch(1);
    assertThat(seen).containsExactly("a");
    stream.resume();
    assertThat(seen).containsExactly("a", "b", "empty");
    add("c");
    assertThat(seen).endsWith("c", "empty");
    stream.pause();
    add("d");
    assertThat(seen).endsWith("c", "empty");
    assertThat(stream.isEmpty()).isFalse();
  }

  @Test
  void theEndComesAfterTheLast() {
    add("a");
    stream.end();
    assertThat(stream.isOver()).isFalse();
    stream.fetch(1);
    assertThat(seen).containsExactly("a", "end", "empty");
    assertThat(stream.isOver()).isTrue();
    add("b");
    stream.end();
    stream.resume();
    assertThat(seen).hasSize(3);
  }

  @Test
  void anEndWithoutMoreNeedsNoAsking() {
    stream.end();
    assertThat(seen).containsExactly("end", "empty");
  }

  @Test
  void whoBreaksOffIsReadNoMore() {
    add("a", "b");
    stream.fetch(1);
    stream.fail(new IllegalStateException("broken"));
    stream.fail(new IllegalStateException("again"));
    stream.end();
    stream.resume();
    assertThat(seen).containsExactly("a", "broken");
    assertThat(stream.isOver()).isTrue();
  }

  @Test
  void aReaderThatAsksWhileItReadsGetsThemOneAfterTheOther() {
    List<String> read = new ArrayList<>();
    stream.handler(
        buffer -> {
          String text = buffer.toString();
          read.add(text);
          if (text.length() < 3) {
            add(text + "x");
          }
          stream.fetch(1);
          read.add("after " + text);
        });
    add("a");
    stream.fetch(1);
    assertThat(read).containsExactly("a", "after a", "ax", "after ax", "axx", "after axx");
  }
}
