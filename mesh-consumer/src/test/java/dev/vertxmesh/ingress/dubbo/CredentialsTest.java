package dev.vertxmesh.ingress.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.access.outside.AllowedNames;
import dev.vertxmesh.access.outside.AttachmentPolicy;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a Dubbo consumer shows of itself is taken out of its request, which goes on as it is. */
class CredentialsTest {

  private static final int HESSIAN = 0xc2;
  private static final int FASTJSON = 0xc6;
  private static final String KEY = "key-0123456789abcdef";

  private final RequestDecoder decoder = decoder(true);

  private static RequestDecoder decoder(boolean asksWho, String... allowed) {
    AllowedNames names =
        allowed.length == 0 ? AllowedNames.ALL : new AllowedNames(List.of(allowed));
    AttachmentPolicy words = new AttachmentPolicy(names, Set::of, Set::of);
    return new RequestDecoder(700, asksWho, words, words);
  }

  private static ByteBuf hessian(String key) {
    ByteBuf body = Unpooled.buffer();
    for (String text : new String[] {"2.0.2", "c.D", "1.0", "m", ""}) {
      text(body, text);
    }
    body.writeByte('H');
    text(body, "path");
    text(body, "c.D");
    text(body, "x-api-key");
    text(body, key);
    return body.writeByte('Z');
  }

  private static void text(ByteBuf body, String text) {
    body.writeByte(text.length()).writeCharSequence(text, StandardCharsets.US_ASCII);
  }

  private static ByteBuf fastjson(String key) {
    return Unpooled.copiedBuffer(
        """
        "2.0.2"
        "c.D"
        "1.0"
        "m"
        ""
        {"path":"c.D","x-api-key":"%s","other":"stays"}
        """
            .formatted(key),
        StandardCharsets.UTF_8);
  }

  @Test
  void itsCharactersBecomeStars() {
    for (ByteBuf body : new ByteBuf[] {hessian(KEY), fastjson(KEY)}) {
      int length = body.readableBytes();
      Call call = decoder.read(body.getByte(0) == '"' ? FASTJSON : HESSIAN, body, 0);
      assertThat(call.attachments()).containsEntry("x-api-key", KEY).hasSize(1);
      assertThat(call.payload().toString(StandardCharsets.UTF_8))
          .doesNotContain(KEY)
          .contains("*".repeat(KEY.length()));
      assertThat(call.payload().readableBytes()).isEqualTo(length);
      assertThat(call.target()).isEqualTo(new Target(new ServiceKey("c.D", "", "1.0"), "m", ""));
      call.payload().release();
      body.release();
    }
  }

  @Test
  void whereNobodyIsAskedItIsTheProviders() {
    ByteBuf body = hessian(KEY);
    Call call = decoder(false).read(HESSIAN, body, 0);
    assertThat(call.attachments()).isEmpty();
    assertThat(call.payload().toString(StandardCharsets.UTF_8)).contains(KEY);
    call.payload().release();
    body.release();
  }

  @Test
  void attachmentsThatRulesAreAboutAreNotedWhateverTheirCase() {
    for (String name : new String[] {"dubbo.tag", "Dubbo.Tag"}) {
      ByteBuf body = fastjson(KEY).writerIndex(0);
      body.writeCharSequence(
          "\"2\"\n\"c.D\"\n\"1\"\n\"m\"\n\"\"\n{\"%s\":\"gray\",\"b\":\"c\"}\n".formatted(name),
          StandardCharsets.UTF_8);
      Call call = decoder.read(FASTJSON, body, 0);
      assertThat(call.record().carried()).containsExactly("dubbo.tag");
      assertThat(call.record().carried("dubbo.tag")).isEqualTo("gray");
      call.payload().release();
      body.release();
    }
    ByteBuf none = hessian(KEY);
    Call call = decoder.read(HESSIAN, none, 0);
    assertThat(call.record().carried()).isEmpty();
    call.payload().release();
    none.release();
  }

  /** Stars in the wrong place would make another request of it than the one that was looked at. */
  @ParameterizedTest
  @ValueSource(strings = {"c.D", "m", "H", "x-api-key", "\\u0041bcdefg"})
  void oneThatCantBeHiddenAloneIsRefused(String key) {
    for (ByteBuf body : new ByteBuf[] {hessian(key), fastjson(key)}) {
      int flags = body.getByte(0) == '"' ? FASTJSON : HESSIAN;
      if (flags == HESSIAN && key.startsWith("\\") || flags == FASTJSON && key.equals("H")) {
        body.release(); // which is nothing special there
        continue;
      }
      assertThatThrownBy(() -> decoder.read(flags, body, 0))
          .isInstanceOf(DubboCodecException.class);
      assertThat(body.refCnt()).isEqualTo(1);
      body.release();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 10.0.0.2, true",
    "127.0.0.6, 127.0.0.1, false",
    "127.0.0.6, 10.0.0.2, false",
    "::1, ::1, true",
    "::ffff:127.0.0.1, 10.0.0.2, true",
    "10.0.0.2, 10.0.0.2, true",
    "fe80::1, fe80::1, true",
    "10.0.0.3, 10.0.0.2, false",
    "10.0.0.3, 127.0.0.1, false",
    "fe80::2, fe80::1, false"
  })
  void whoComesFromTheAgentsOwnMachineIsKnownByBothAddresses(String from, String to, boolean is) {
    assertThat(
            ConsumerOrigin.isOneMachine(
                new InetSocketAddress(from, 1), new InetSocketAddress(to, 2)))
        .isEqualTo(is);
  }

  @Test
  void whatAListHasNotGotIsHiddenButCredentialsAreTheAgents() {
    ByteBuf body = fastjson(KEY);
    Call call = decoder(true, "trace").read(FASTJSON, body, 0);
    assertThat(call.attachments()).containsEntry("x-api-key", KEY);
    assertThat(call.payload().toString(StandardCharsets.UTF_8))
        .contains("\"*****\":\"stays\"", "x-api-key")
        .doesNotContain(KEY);
    call.payload().release();
    body.release();
    ByteBuf other = fastjson(KEY);
    Call unasked = decoder(false, "trace").read(FASTJSON, other, 0);
    assertThat(unasked.payload().toString(StandardCharsets.UTF_8)).doesNotContain("x-api-key");
    unasked.payload().release();
    other.release();
  }

  @Test
  void aConsumerReadsThatItIsForbidden() {
    Target target = new Target(ServiceKey.of("c.D"), "m", "");
    CallFailure denied = new CallFailure(Status.DENIED, "mesh", "no");
    Call call = Call.unmade(target, Origin.AGENT, 0, denied);
    assertThat(FailureStatus.text(denied, call))
        .isEqualTo("Forbid invoke remote service c.D: no (denied, mesh, id " + call.id() + ")");
  }
}
