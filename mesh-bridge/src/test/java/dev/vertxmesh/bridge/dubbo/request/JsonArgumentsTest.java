package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JsonArgumentsTest {

  private static ByteBuf json(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  private static ByteBuf list(int count) {
    return json("[" + "1,".repeat(count - 1) + "1]");
  }

  @Test
  void asManyAsAMethodMayHaveAreCounted() {
    assertThat(JsonArguments.given(list(255)).kinds()).hasSize(255);
  }

  @Test
  void moreAreRefusedBeforeTheyAreKept() {
    assertThatExceptionOfType(BadArgument.class)
        .isThrownBy(() -> JsonArguments.given(list(256)))
        .withMessageContaining("more than 255 arguments");
    String named =
        IntStream.range(0, 256)
            .mapToObj("\"a%d\":1"::formatted)
            .collect(Collectors.joining(",", "{", "}"));
    assertThatExceptionOfType(BadArgument.class)
        .isThrownBy(() -> JsonArguments.given(json(named)))
        .withMessageContaining("more than 255 arguments");
  }
}
