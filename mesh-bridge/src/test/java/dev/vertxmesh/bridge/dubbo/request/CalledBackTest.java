package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Watches;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.Serialization;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalledBackTest {

  private static final ServiceKey SERVICE = ServiceKey.of(Watches.class.getName());

  private static void write(ApiClasses api, Exports told, String method, String json) {
    RequestEncoder requests =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2), new MergedSignatures(api, () -> told), api);
    write(requests, SERVICE, method, json);
  }

  private static void write(
      RequestEncoder requests, ServiceKey service, String method, String json) {
    ByteBuf payload = Unpooled.copiedBuffer(json.replace('\'', '"'), StandardCharsets.UTF_8);
    Target target = new Target(service, method, Target.UNKNOWN);
    Call call = new Call(target, Encoding.JSON, payload, Map.of(), new Deadline(0));
    requests.plan(call, Capabilities.V2_7).write(Unpooled.buffer(), 1, call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          watch    | ['a', {}]         | argument 1
          watch    | ['a', {'id': 7}]  | argument 1
          watchAll | [{}]              | argument 0
          """)
  void anObjectForWhatTheApiSaysIsCalledBackIsRefused(String method, String json, String where) {
    assertThatThrownBy(() -> write(SampleApi.CLASSES, Exports.NONE, method, json))
        .isInstanceOf(BadArgument.class)
        .hasMessageStartingWith(where + ": the provider calls back what is given here (")
        .hasMessageContaining("nobody can be called back over HTTP");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          watch    | ['a', null]
          watch    | ['a', {'class': 'dev.vertxmesh.bridge.dubbo.sample.Shop$Order'}]
          greet    | [{'name': 'Ada'}]
          """)
  void nothingAClassOrAnObjectOfGettersPasses(String method, String json) {
    assertThatCode(() -> write(SampleApi.CLASSES, Exports.NONE, method, json))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"['a'; {}], true", "['a'; 'b'], true", "['a'; null], false", "[{}; null], false"})
  void soIsWhatTheProviderSaysIsCalledBack(String json, boolean refused) {
    Export export = new Export(SERVICE, List.of(), Map.of("watch.1.callback", "true"));
    Exports told = new Exports(List.of(export));
    if (refused) {
      assertThatThrownBy(() -> write(ApiClasses.NONE, told, "watch", json.replace(';', ',')))
          .hasMessageStartingWith("argument 1: the provider calls back what is given here, and");
    } else {
      assertThatCode(() -> write(ApiClasses.NONE, told, "watch", json.replace(';', ',')))
          .doesNotThrowAnyException();
    }
  }

  /** Some releases of Dubbo say it there alone. */
  @Test
  void soIsWhatARegistrySaysIsCalledBack() {
    MergedSignatures signatures =
        new MergedSignatures(
            ApiClasses.NONE,
            () -> Exports.NONE,
            service -> service.equals(SERVICE) ? List.of("watch.1") : List.of());
    RequestEncoder requests =
        new RequestEncoder(List.of(Serialization.HESSIAN2), signatures, ApiClasses.NONE);
    assertThatThrownBy(() -> write(requests, SERVICE, "watch", "['a', {}]"))
        .hasMessageStartingWith("argument 1: the provider calls back what is given here, and");
    assertThatThrownBy(
            () ->
                write(requests.with(ApiClasses.NONE, ApiClasses.NONE), SERVICE, "watch", "[1, 2]"))
        .hasMessageStartingWith("argument 1: the provider calls back what is given here, and");
    assertThatCode(() -> write(requests, ServiceKey.of("com.x.Other"), "watch", "['a', {}]"))
        .doesNotThrowAnyException();
  }

  /** Of a consumer that doesn't know it: the provider couldn't read what it has written. */
  @ParameterizedTest
  @CsvSource({
    "watch, Ljava/lang/String;Lx/Watcher;, true",
    "watch, Ljava/lang/String;, false",
    "watchAll, Ljava/lang/String;Lx/Watcher;, false"
  })
  void soIsARequestOfADubboConsumerUnread(String method, String descriptor, boolean refused) {
    Export export = new Export(SERVICE, List.of(), Map.of("watch.1.callback", "true"));
    RequestEncoder requests =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2),
            new MergedSignatures(ApiClasses.NONE, () -> new Exports(List.of(export))),
            ApiClasses.NONE);
    Target target = new Target(SERVICE, method, descriptor);
    Encoding body = Encoding.ofDubboBody(Serialization.HESSIAN2.id());
    Call call = new Call(target, body, Unpooled.EMPTY_BUFFER, Map.of(), new Deadline(0));
    if (refused) {
      assertThatThrownBy(() -> requests.plan(call, null))
          .isInstanceOf(BadArgument.class)
          .hasMessageStartingWith("argument 1: the provider would call the consumer back, and no");
    } else {
      assertThatCode(() -> requests.plan(call, null)).doesNotThrowAnyException();
    }
  }
}
