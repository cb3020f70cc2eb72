package dev.vertxmesh.bridge.dubbo.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.request.CallPlan;
import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.MergedSignatures;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
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

class DefinedEncodersTest {

  private static final ServiceKey SERVICE = ServiceKey.of("lab.OrderService");
  private static final String TEXT =
      "{'methods':[{'name':'save','parameterTypes':['lab.OrderService.Order']},"
          + "{'name':'find','parameterTypes':['java.lang.String']},"
          + "{'name':'find','parameterTypes':['lab.State']},"
          + "{'name':'find','parameterTypes':['long']},"
          + "{'name':'find','parameterTypes':['lab.OrderService.Order']},"
          + "{'name':'find','parameterTypes':['java.util.List<java.lang.Long>']},"
          + "{'name':'find','parameterTypes':['long','long']},"
          + "{'name':'any','parameterTypes':['java.lang.Object']}],'types':["
          + "{'type':'lab.State','enums':['NEW','PAID']},"
          + "{'type':'lab.OrderService.Order','properties':{'id':'long','state':'lab.State',"
          + "'next':'lab.OrderService.Order','box':'lab.Box','zone':'java.util.TimeZone'}},"
          + "{'type':'lab.Box','properties':{'value':'java.lang.Object','size':'int'}}]}";

  private ServiceTypes types = DefinitionReader.read(SERVICE, TEXT.replace('\'', '"'));
  private Exports exports = Exports.NONE;

  private RequestEncoder requests(ApiClasses api) {
    RequestEncoder base =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2), new MergedSignatures(api, () -> exports), api);
    base.typedEncoders(new DefinedEncoders(base, service -> types, () -> exports));
    return base;
  }

  private static Call call(ServiceKey service, String method, String json, CallOptions options) {
    ByteBuf bytes = Unpooled.copiedBuffer(json.replace('\'', '"'), StandardCharsets.UTF_8);
    return new Call(
        new Target(service, method, Target.UNKNOWN),
        Encoding.JSON,
        bytes,
        Map.of(),
        new Deadline(0),
        options);
  }

  private static Call call(String method, String json) {
    return call(SERVICE, method, json, CallOptions.NONE);
  }

  private String written(Call call) {
    CallPlan plan = requests(ApiClasses.NONE).of(call).plan(call, Capabilities.V2_7);
    ByteBuf out = Unpooled.buffer();
    plan.write(out, 1, call);
    return plan.mode() + " " + out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void anObjectIsTheClassThatTheProviderFinds() {
    assertThat(written(call("save", "[{'id':1,'state':'PAID','next':{'id':2}}]")))
        .startsWith("none ")
        .contains("Llab/OrderService$Order;", "lab.OrderService$Order", "lab.State");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ['Ann']     | which lab.OrderService.find is meant? There are find(java.lang.String), find(lab.State): send
          [true]      | lab.OrderService.find doesn't take a boolean; there are find(java.lang.String), find(java.util.
          [{'ids':1}] | argument 0 at /ids: lab.OrderService$Order has no field 'ids'
          ['a','b']   | argument 0: a string where a long is expected
          [1,2,3]     | 3 arguments given; there are find(java.lang.String), find(java.util.List)
          """)
  void whatFitsNoneOrSeveralIsRefused(String arguments, String words) {
    assertThatThrownBy(() -> written(call("find", arguments))).hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [7]       | J
          [[7]]     | Ljava/util/List;
          [{'id':7}]| Llab/OrderService$Order;
          [7,8]     | JJ
          """)
  void overloadsAreToldApartByWhatTheyAreGiven(String arguments, String descriptor) {
    assertThat(written(call("find", arguments))).contains("find" + letter(descriptor) + descriptor);
  }

  private static char letter(String text) {
    return (char) text.length();
  }

  @Test
  void whatMayBeAnythingIsLeftToTheProvider() {
    assertThat(written(call("any", "[{'id':1}]"))).startsWith("raw.return ");
  }

  private boolean isBetter(RequestEncoder base, Call call) {
    return base.of(call) != base;
  }

  @Test
  void itIsUsedWhereNobodySaysMore() {
    RequestEncoder base = requests(ApiClasses.NONE);
    assertThat(isBetter(base, call("save", "[{}]"))).isTrue();
    assertThat(isBetter(base, call("save", "[{'next':{'class':'lab.Big'}}]"))).isFalse();
    assertThat(isBetter(base, call("save", "[{'\\u0063lass':'lab.Big'}]"))).isFalse();
    assertThat(isBetter(base, call("save", "[{'next':{'box':{'size':1}}}]"))).isTrue();
    assertThat(isBetter(base, call("save", "[{'next':{'box':{'value':1}}}]"))).isFalse();
    assertThat(isBetter(base, call("save", "[{'zone':'UTC'}]"))).isFalse();
    assertThat(isBetter(base, call("nope", "[]"))).isFalse();
    CallOptions generic = new CallOptions(false, false, false, GenericMode.TRUE);
    assertThat(isBetter(base, call(SERVICE, "save", "[{}]", generic))).isFalse();
    ServiceKey shop = ServiceKey.of(Shop.class.getName());
    RequestEncoder withApi = requests(SampleApi.CLASSES);
    assertThat(isBetter(withApi, call(shop, "save", "[{}]", CallOptions.NONE))).isFalse();
    types = null;
    assertThat(isBetter(base, call("save", "[{}]"))).isFalse();
  }

  @Test
  void aProviderOfAnotherReleaseIsCalledAsItSaysItself() {
    RequestEncoder base = requests(ApiClasses.NONE);
    assertThat(isBetter(base, call("save", "[{}]"))).isTrue();
    exports = telling("lab.OrderService$Order");
    assertThat(isBetter(base, call("save", "[{}]"))).isTrue();
    exports = telling("lab.Other");
    assertThat(isBetter(base, call("save", "[{}]"))).isFalse();
  }

  private static Exports telling(String type) {
    MethodSignature save = new MethodSignature("save", List.of(type), "void");
    return new Exports(List.of(new Export(SERVICE, List.of(save), Map.of())));
  }

  @Test
  void otherTypesAreTakenUpWithTheNextCall() {
    RequestEncoder base = requests(ApiClasses.NONE);
    RequestEncoder first = base.of(call("save", "[{}]"));
    assertThat(base.of(call("save", "[{}]"))).as("it's kept").isSameAs(first);
    types = DefinitionReader.read(SERVICE, TEXT.replace('\'', '"').replace("PAID", "GONE"));
    assertThat(base.of(call("save", "[{}]"))).isNotSameAs(first);
  }
}
