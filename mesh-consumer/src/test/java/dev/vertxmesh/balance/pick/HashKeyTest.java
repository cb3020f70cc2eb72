package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.balance.Members;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashKeyTest {

  @Test
  void anAttachmentsValueCounts() {
    HashKey user = HashKey.parse("attachment:user");
    assertThat(user.of(attached("user", "ann"))).isEqualTo(user.of(attached("user", "ann")));
    assertThat(user.of(attached("user", "ann"))).isNotEqualTo(user.of(attached("user", "bob")));
    assertThat(user.of(attached("other", "ann"))).isEqualTo(HashKey.NONE);
  }

  @Test
  void aHeadersValueIsTheCallsAffinity() {
    HashKey cart = HashKey.parse("header:x-cart");
    Call first = attached("user", "ann");
    assertThat(cart.of(first)).isEqualTo(HashKey.NONE);
    first.affinity("17");
    Call again = first.again(first.payload().retain());
    assertThat(cart.of(first)).isNotEqualTo(HashKey.NONE).isEqualTo(cart.of(again));
  }

  @Test
  void anArgumentIsFoundAmongAnything() {
    HashKey second = HashKey.parse("argument:1");
    long expected = second.of(json("[0,\"ann\"]"));
    assertThat(expected).isNotEqualTo(HashKey.NONE);
    assertThat(second.of(json("[\"a,\\\"]\", \"ann\" , 3]"))).isEqualTo(expected);
    assertThat(second.of(json(" [ {\"x\":[1,{\"y\":\"},]\"}]},\"ann\"]"))).isEqualTo(expected);
    assertThat(second.of(json("[0,\"bob\"]"))).isNotEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "[1]", "{\"a\":1}", "[1", "[\"", "[\"a\\", "null", "[[[", "]"})
  void whatHasNoSuchArgumentHasNoKey(String json) {
    assertThat(HashKey.parse("argument:1").of(json(json))).isEqualTo(HashKey.NONE);
  }

  @Test
  void aTextIsTheFirstArgument() {
    Call text = call(Encoding.TEXT, "ann", Map.of());
    assertThat(HashKey.parse("argument:0").of(text)).isNotEqualTo(HashKey.NONE);
    assertThat(HashKey.parse("argument:1").of(text)).isEqualTo(HashKey.NONE);
  }

  @Test
  void aDubboBodyIsNotLookedInto() {
    Call dubbo = call(Encoding.HESSIAN2_BODY, "[1]", Map.of());
    assertThat(HashKey.parse("argument:0").of(dubbo)).isEqualTo(HashKey.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"user", "attachment:", "argument:", "argument:x", "argument:-1", "header:"})
  void whatIsNoKeyIsRefused(String text) {
    assertThatThrownBy(() -> HashKey.parse(text))
        .hasMessage("attachment:NAME, header:NAME or argument:INDEX, from argument:0");
  }

  private static Call attached(String name, String value) {
    return call(Encoding.JSON, "[]", Map.of(name, value));
  }

  private static Call json(String json) {
    return call(Encoding.JSON, json, Map.of());
  }

  private static Call call(Encoding encoding, String payload, Map<String, String> attachments) {
    ByteBuf bytes = Unpooled.wrappedBuffer(payload.getBytes(StandardCharsets.UTF_8));
    Target target = new Target(Members.HELLO, "m", "");
    return new Call(target, encoding, bytes, attachments, new Deadline(0));
  }
}
