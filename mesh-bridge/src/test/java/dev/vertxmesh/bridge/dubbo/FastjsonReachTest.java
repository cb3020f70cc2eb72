package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.MergedSignatures;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How calls are put to a provider that speaks fastjson or fastjson2. */
class FastjsonReachTest {

  private static final ServiceKey SHOP = ServiceKey.of(Shop.class.getName());

  private static RequestEncoder requests(Serialization in) {
    return new RequestEncoder(
        List.of(in),
        new MergedSignatures(SampleApi.CLASSES, () -> Exports.NONE),
        SampleApi.CLASSES);
  }

  /** The mode, and the request's body as text. */
  private static String written(Serialization in, String method, String payload) {
    ByteBuf bytes = Unpooled.copiedBuffer(payload.replace('\'', '"'), StandardCharsets.UTF_8);
    Target target = new Target(SHOP, method, Target.UNKNOWN);
    Call call = new Call(target, Encoding.JSON, bytes, Map.of(), new Deadline(0));
    RequestEncoder requests = requests(in);
    CallPlan plan = requests.plan(call, Capabilities.V2_6);
    ByteBuf out = Unpooled.buffer();
    plan.write(out, 1, call);
    return plan.mode() + " " + out.toString(StandardCharsets.ISO_8859_1).replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "any | [2.5] | 2.5D",
        "any | [{'$date':5}] | new Date(5)",
        "any | [[{'$bytes':'AQ=='},{'$long':1},{'$decimal':'2'}]] | [x'01',1L,2.]",
        "defaulted | [[1,null]] | [1L,null]",
        "color | ['RED'] | 'RED'",
      })
  void valuesTellTheirTypesWhereFastjsonKnowsNone(String method, String json, String line) {
    assertThat(written(Serialization.FASTJSON, method, json))
        .startsWith("none ")
        .contains("\n" + line + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "any | [{'$char':'x'}] | FASTJSON | java.lang.Character",
        "any | [[{'$java.time.LocalDate':'2026-11-20'}]] | FASTJSON | java.time.LocalDate",
        "any | [{'a':{'$java.util.UUID':'123e4567-e89b-12d3-a456-426614174000'}}] | FASTJSON |"
            + " java.util.UUID",
        "any | [{'$java.util.UUID':'123e4567-e89b-12d3-a456-426614174000'}] | FASTJSON2 |"
            + " java.util.UUID",
        "any | [{'$java.sql.Timestamp':5}] | FASTJSON2 | java.sql.Timestamp",
      })
  void whatWouldArriveAsSomethingElseIsRefused(
      String method, String json, Serialization in, String type) {
    assertThatThrownBy(() -> written(in, method, json))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("argument 0")
        .hasMessageContaining("can't say that a value is a " + type);
  }

  @ParameterizedTest
  @CsvSource({"FASTJSON", "FASTJSON2"})
  void noneMakesAnOptional(Serialization in) {
    assertThatThrownBy(() -> written(in, "optional", "[5]"))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("argument 0")
        .hasMessageContaining("makes no Optional");
  }

  @ParameterizedTest
  @CsvSource({"page, [{'items':[{'count':1}]}]"})
  void aClassOfSomethingIsRefusedWhereOnlyTheClassIsRead(String method, String json) {
    assertThatThrownBy(() -> written(Serialization.FASTJSON, method, json))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("without what it's of");
    assertThat(written(Serialization.FASTJSON2, method, json)).startsWith("none ");
  }

  @ParameterizedTest
  @CsvSource({"list, [[{'id':1}]]", "hidden, [{}]"})
  void elementsThatAreObjectsNeedAGenericCall(String method, String json) {
    assertThat(written(Serialization.FASTJSON, method, json)).startsWith("true ");
  }
}
