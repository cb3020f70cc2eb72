package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What dubbo-go 3.3.1 said. */
class GoErrorTextsTest {

  private static CallFailure told(String className, String text, boolean typed) {
    WireObject wire =
        WireObject.of(className, Map.of("serialVersionUID", 0L, "detailMessage", text));
    Target target = new Target(ServiceKey.of("a.Orders"), "greet", typed ? "" : Target.UNKNOWN);
    return GoErrorTexts.told(ThrownException.of(wire), target, "dubbo test");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"nope\" method is not found, service key: a.Orders | NO_METHOD"
            + " | no such method: a.Orders has no nope",
        "cannot find method [nope] of service [a.Orders] in dubbo | NO_METHOD"
            + " | no such method: a.Orders has no nope",
        "don't have this exporter, key: g/a.Orders:1.0 | NO_SERVICE"
            + " | the provider has no such service: g/a.Orders:1.0",
        "cannot find service [a.Orders] in dubbo | NO_SERVICE"
            + " | the provider has no such service: a.Orders",
        "the number of args(=2) is not matched with \"greet\" method | BAD_REQUEST"
            + " | 2 arguments given, but greet takes another number",
        "reflect: Call with too many input arguments | BAD_REQUEST"
            + " | too many arguments for the method",
        "reflect: Call using int32 as type string | BAD_REQUEST"
            + " | Go's int32 where the method takes Go's string",
        "realization failed, realizing map failed, '' expected type 'string', got unconvertible"
            + " type 'int32', value: '5' | BAD_REQUEST"
            + " | '5' (Go's int32) where the method takes Go's string",
        "realization failed, realizing map failed, 'Id' expected type 'int64', got unconvertible"
            + " type 'string', value: 'x' | BAD_REQUEST"
            + " | the field Id: 'x' (Go's string) where the method takes Go's int64",
        "realization failed, realizing map failed, '' expected a map, got 'string' | BAD_REQUEST"
            + " | a string where the method takes a struct, such as a time",
        "realization failed, realizing map failed, '': source data must be an array or slice, got"
            + " string | BAD_REQUEST | a string where the method takes an array or bytes",
        "realization failed, something else | BAD_REQUEST"
            + " | dubbo-go couldn't convert an argument: something else",
        "generalizaion failed, why | SERIALIZATION | dubbo-go can't take the result apart: why"
      })
  void itsRefusalsAreToldApartFromTheMethodsErrors(String text, Status status, String meaning) {
    CallFailure failure = told("java.lang.Throwable", text, true);
    assertThat(failure.status()).isEqualTo(status);
    assertThat(failure).hasMessage(meaning);
  }

  @Test
  void whoHasntSaidTheTypesIsToldTo() {
    String text = "realization failed, realizing map failed, '' expected a map, got 'string'";
    assertThat(told("java.lang.Throwable", text, false))
        .hasMessageEndingWith("such as a time; send the types of the arguments");
    assertThat(told("java.lang.Throwable", "cannot find service [a.Orders] in dubbo", false))
        .hasMessageEndingWith("a.Orders");
  }

  @Test
  void whatTheMethodSaysIsItsOwn() {
    assertThat(told("java.lang.Throwable", "refused: no", true)).isNull();
    assertThat(told("com.x.Refused", "reflect: Call using a as type b", true)).isNull();
  }

  @Test
  void itsNumberOfTheClassIsNoField() {
    assertThat(ThrownException.isThrowablesOwn("serialVersionUID")).isTrue();
  }

  @Test
  void aMapThatHasLostItsKeysShows() {
    assertThat(hasLostKeys("{\"a\":{\"<interface {} Value>\":2}}")).isTrue();
    assertThat(hasLostKeys("{\"a\":\"<interface {} Value>\"}")).isFalse();
    assertThat(hasLostKeys("[\"\\\"<interface {} Value>\\\":\"]")).isFalse();
  }

  private static boolean hasLostKeys(String json) {
    return GoErrorTexts.hasLostKeys(Unpooled.copiedBuffer(json, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "don't have this exporter, key: b.Stock",
        "cannot find service [b.Stock] in dubbo",
        "\"nope\" method is not found, service key: b.Stock"
      })
  void whatAnotherServiceSaidIsTheMethodsOwnError(String text) {
    assertThat(told("java.lang.Throwable", text, true)).isNull();
  }

  @Test
  void whatIsQuotedHasABound() {
    String text = "realization failed, " + "x".repeat(100_000);
    assertThat(told("java.lang.Throwable", text, true).getMessage()).hasSizeLessThan(600);
  }
}
