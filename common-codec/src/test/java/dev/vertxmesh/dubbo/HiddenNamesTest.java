package dev.vertxmesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of attachments that a provider isn't told, in a body that stays as long as it was. */
class HiddenNamesTest {

  private static final int HESSIAN2 = 2;
  private static final int FASTJSON = 6;
  private static final int FASTJSON2 = 23;
  private static final String STARS = "*".repeat("remote.application".length());

  private final RequestHeadReader reader = new RequestHeadReader();

  private static ByteBuf hessian(String name) {
    Map<String, Object> attachments = new LinkedHashMap<>();
    attachments.put("path", "c.D");
    attachments.put("note", "remote.application");
    attachments.put(name, "shop");
    attachments.put("after", List.of("remote.application"));
    return Hessian.buffer(
        "2.0.2", "c.D", "1.0", "m", "Ljava/lang/String;", "remote.application", attachments);
  }

  private static String text(ByteBuf body) {
    return body.toString(StandardCharsets.ISO_8859_1);
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }

  @ParameterizedTest
  @ValueSource(strings = {"remote.application", "Remote.Application"})
  void inHessianTheNameAloneBecomesStars(String name) {
    reader.hide("remote.application"::equals);
    ByteBuf body = hessian(name);
    String before = text(body);
    RequestHead head = reader.read(HESSIAN2, body);
    assertThat(head.interfaceName()).isEqualTo("c.D");
    assertThat(body.readableBytes()).isEqualTo(before.length());
    assertThat(count(text(body), STARS)).isEqualTo(1);
    assertThat(text(body).replace(STARS, name)).isEqualTo(before);
    assertThat(reader.read(HESSIAN2, body)).as("read again").isEqualTo(head);
  }

  @Test
  void withoutAnythingToHideABodyStaysAsItIs() {
    ByteBuf body = hessian("colour");
    String before = text(body);
    reader.hide("remote.application"::equals);
    reader.read(HESSIAN2, body);
    assertThat(text(body)).isEqualTo(before);
  }

  /** Its bytes aren't in one piece, so that no stars can stand for it. */
  @Test
  void aNameInChunksIsRefused() {
    reader.hide("remote.application"::equals);
    ByteBuf body = Unpooled.buffer();
    for (String text : new String[] {"2.0.2", "c.D", "1.0", "m", ""}) {
      body.writeByte(text.length()).writeCharSequence(text, StandardCharsets.US_ASCII);
    }
    body.writeByte('H').writeByte('R').writeShort(7);
    body.writeCharSequence("remote.", StandardCharsets.US_ASCII);
    body.writeByte(11).writeCharSequence("application", StandardCharsets.US_ASCII);
    body.writeByte(1).writeByte('x').writeByte('Z');
    assertThatThrownBy(() -> reader.read(HESSIAN2, body))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageStartingWith("attachment remote.application: this agent lets no caller set it");
  }

  private static ByteBuf fastjson(String name) {
    return Unpooled.copiedBuffer(
        """
        "2.0.2"
        "c.D"
        "1.0"
        "m"
        "Ljava/lang/String;"
        "remote.application"
        {"path":"c.D","note":"\\"remote.application\\":","%s":"shop"}
        """
            .formatted(name),
        StandardCharsets.ISO_8859_1);
  }

  @Test
  void inFastjsonTheNameAloneBecomesStars() {
    reader.hide("remote.application"::equals);
    ByteBuf body = fastjson("remote.application");
    String before = text(body);
    assertThat(reader.read(FASTJSON, body).interfaceName()).isEqualTo("c.D");
    assertThat(count(text(body), STARS)).isEqualTo(1);
    assertThat(text(body).replace(STARS, "remote.application")).isEqualTo(before);
  }

  @Test
  void anEscapedNameIsRefused() {
    reader.hide("remote.application"::equals);
    assertThatThrownBy(() -> reader.read(FASTJSON, fastjson("remote\\u002eapplication")))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageStartingWith("attachment remote.application: ");
  }

  @Test
  void inFastjson2TheNameBecomesStars() {
    reader.hide("remote.application"::equals);
    ByteBuf body = Unpooled.buffer();
    for (Object item : new Object[] {"2.0.2", "c.D", "1.0", "m", ""}) {
      item(body, com.alibaba.fastjson2.JSONB.toBytes(item));
    }
    Map<String, Object> attachments = new LinkedHashMap<>();
    attachments.put("path", "c.D");
    attachments.put("remote.application", "shop");
    attachments.put("colour", "blue");
    item(body, com.alibaba.fastjson2.JSONB.toBytes(attachments));
    int length = body.readableBytes();
    assertThat(reader.read(FASTJSON2, body).interfaceName()).isEqualTo("c.D");
    assertThat(text(body)).contains(STARS, "shop", "colour").doesNotContain("remote.application");
    assertThat(body.readableBytes()).isEqualTo(length);
  }

  /** Counts what is read of it byte by byte. */
  private static final class CountedBuf extends UnpooledHeapByteBuf {
    private long read;

    CountedBuf(byte[] bytes) {
      super(UnpooledByteBufAllocator.DEFAULT, bytes, bytes.length);
    }

    @Override
    protected byte _getByte(int index) {
      read++;
      return super._getByte(index);
    }
  }

  private static long read(int hidden) {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < hidden; i++) {
      names.append("\"x%d\":\"\",".formatted(i));
    }
    String body = text(fastjson("colour")).replace("{", "{" + names);
    body = body.replace("shop", "s".repeat(50_000));
    CountedBuf counted = new CountedBuf(body.getBytes(StandardCharsets.ISO_8859_1));
    RequestHeadReader reader = new RequestHeadReader();
    reader.hide(name -> name.startsWith("x"));
    assertThat(reader.read(FASTJSON, counted).interfaceName()).isEqualTo("c.D");
    assertThat(text(counted)).doesNotContain("\"x");
    return counted.read;
  }

  /** Callers choose both how many names there are and how long a body is. */
  @Test
  void aBodyIsReadOnceHoweverManyNamesAreHidden() {
    assertThat(read(500)).isLessThan(3 * read(1));
  }

  private static void item(ByteBuf body, byte[] bytes) {
    body.writeInt(bytes.length).writeBytes(bytes);
  }

  @Test
  void moreNamesThanAnybodyNeedsAreRefused() {
    reader.hide(name -> name.startsWith("x"));
    Map<String, Object> attachments = new LinkedHashMap<>();
    for (int i = 0; i <= 1_000; i++) {
      attachments.put("x" + i, "");
    }
    ByteBuf body = Hessian.buffer("2.0.2", "c.D", "1.0", "m", "", attachments);
    assertThatThrownBy(() -> reader.read(HESSIAN2, body))
        .hasMessage("more than 1000 attachments aren't allowed");
  }
}
