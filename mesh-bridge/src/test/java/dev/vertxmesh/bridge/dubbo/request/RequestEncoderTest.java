package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestEncoderTest {

  private static final ServiceKey SHOP = ServiceKey.of(Shop.class.getName());
  private static final String ORDER = "Ldev/vertxmesh/bridge/dubbo/sample/Shop$Order;";

  private final RequestEncoder requests =
      new RequestEncoder(
          List.of(Serialization.HESSIAN2),
          new MergedSignatures(SampleApi.CLASSES, () -> Exports.NONE),
          SampleApi.CLASSES);

  private static Call call(Encoding encoding, String method, String types, String payload) {
    ByteBuf bytes = Unpooled.copiedBuffer(payload.replace('\'', '"'), StandardCharsets.UTF_8);
    return new Call(new Target(SHOP, method, types), encoding, bytes, Map.of(), new Deadline(0));
  }

  private static Call untyped(String method, String payload) {
    return call(Encoding.JSON, method, Target.UNKNOWN, payload);
  }

  /** The request's bytes as text, in which names can be found. */
  private String written(RequestEncoder by, Call call) {
    CallPlan plan = by.plan(call, Capabilities.V2_6);
    ByteBuf out = Unpooled.buffer();
    plan.write(out, 1, call);
    return plan.mode() + " " + out.toString(StandardCharsets.ISO_8859_1);
  }

  private String written(Call call) {
    return written(requests, call);
  }

  @Test
  void aMethodWithoutOverloadsNeedsNoTypes() {
    assertThat(written(untyped("page", "[{'items':[{'count':1}]}]")))
        .startsWith("none ")
        .contains("\u0004page0")
        .contains("Shop$Page;")
        .doesNotContain("$invoke");
  }

  @Test
  void anOverloadIsChosenByTheNumberOfArguments() {
    assertThat(written(untyped("put", "[{'id':1}]"))).contains(ORDER).doesNotContain(ORDER + "I");
    assertThat(written(untyped("put", "[{'id':1},2]"))).contains(ORDER + "I");
    assertThat(written(untyped("put", "[{'id':1},'RED',null]"))).contains(ORDER + "Ldev");
  }

  @Test
  void anOverloadIsChosenByTheNamesOfTheArguments() {
    assertThat(written(untyped("put", "{'order':{'id':1}}"))).doesNotContain(ORDER + "I");
    assertThat(written(untyped("put", "{'times':2,'order':{'id':1}}"))).contains(ORDER + "I");
    assertThat(written(untyped("put", "{'note':'n'}"))).contains(ORDER + "Ldev");
  }

  @Test
  void typesThatAreGivenAreCompletedByWhatTheApiSays() {
    assertThat(written(call(Encoding.JSON, "keep", "Ljava/lang/Object;", "[{'count':1}]")))
        .startsWith("none ")
        .contains("Ljava/lang/Object;")
        .contains("Shop$Order");
  }

  @Test
  void anOptionalIsForAnOldDubboWithItsApi() {
    Call known = untyped("optional", "[5]");
    assertThat(requests.plan(known, null).mode()).as("which Dubbo it is").isNull();
    assertThat(requests.plan(known, Capabilities.V2_6).mode()).isEqualTo(GenericMode.NONE);
    assertThatThrownBy(() -> requests.plan(known, Capabilities.V2_7).mode())
        .isInstanceOf(BadArgument.class)
        .hasMessage(
            "argument 0: the provider's hessian2 makes no Optional; hessian2 does with Dubbo 2.6"
                + " only, and with --api");
    Call unknown = call(Encoding.JSON, "other", "ILjava/util/Optional;", "[1,'a']");
    assertThatThrownBy(() -> requests.plan(unknown, Capabilities.V2_6).mode())
        .hasMessageStartingWith("argument 1: the provider's hessian2 makes no Optional");
  }

  private static String scaled(String fields) {
    return "[[{'class':'%s$Scaled',%s}]]".formatted(Shop.class.getName(), fields);
  }

  private GenericMode mode(String fields, Capabilities capabilities) {
    return requests.plan(untyped("list", scaled(fields)), capabilities).mode();
  }

  @Test
  void anObjectWhoseFloatIsSetGoesRoundWhatSpoilsItsNeighbour() {
    assertThat(mode("'factor':1.5", null)).as("which Dubbo it is").isNull();
    assertThat(mode("'factor':1.5", Capabilities.V2_6)).isEqualTo(GenericMode.NONE);
    assertThat(mode("'factor':1.5", Capabilities.V2_7)).isEqualTo(GenericMode.RAW_RETURN);
    assertThat(mode("'parts':[{'id':1},{'factor':1.5}]", Capabilities.V2_7))
        .isEqualTo(GenericMode.RAW_RETURN);
    assertThat(mode("'boxed':1.5,'parts':[{'id':1}],'order':{'id':2}", Capabilities.V2_7))
        .isEqualTo(GenericMode.NONE);
    assertThat(requests.plan(untyped("color", "['RED']"), null).mode()).isEqualTo(GenericMode.NONE);
    assertThat(requests.plan(untyped("list", "[null]"), Capabilities.V2_7).mode())
        .isEqualTo(GenericMode.NONE);
  }

  @Test
  void onlyTheObjectsAroundAFloatBecomeMaps() {
    Call call = untyped("list", scaled("'factor':1.5,'order':{'count':1},'parts':[{'factor':2}]"));
    ByteBuf out = Unpooled.buffer();
    requests.plan(call, Capabilities.V2_7).write(out, 1, call);
    assertThat(out.toString(StandardCharsets.ISO_8859_1))
        .contains("$invoke", "raw.return")
        .containsPattern("\u0005class.{2}dev.*Shop\\$Scaled\u0006factor")
        .containsPattern("C.{2}dev.*Shop\\$Order\u0091\u0005count");
  }

  @Test
  void aMapBesideAFloatNamesNoClass() {
    String map = "{'$map':{'class':'%s'}}]]";
    String scaled = scaled("'factor':1.5");
    for (String name : List.of("java.util.Random", "math 101")) {
      Call call = untyped("raw", scaled.replace("]]", "," + map.formatted(name)));
      PreparedTarget shape = requests.plan(call, Capabilities.V2_7).shape();
      CallPlan generic =
          new CallPlan(
              requests,
              Serialization.HESSIAN2,
              shape,
              GenericMode.RAW_RETURN,
              Capabilities.V2_7,
              null,
              null);
      assertThatThrownBy(() -> generic.write(Unpooled.buffer(), 1, call))
          .isInstanceOf(BadArgument.class)
          .hasMessageContaining("a map with a key class ('" + name + "')");
    }
  }

  @Test
  void whoeverWantsTheMethodItselfIsToldOfTheFloat() {
    Call call = untyped("list", scaled("'factor':1.5"));
    Call direct =
        new Call(
            call.target(),
            call.encoding(),
            call.payload(),
            Map.of(),
            new Deadline(0),
            new CallOptions(false, false, false, GenericMode.NONE));
    assertThatThrownBy(() -> requests.plan(direct, Capabilities.V2_7).mode())
        .hasMessageContaining("an argument sets a field of type float")
        .hasMessageContaining("raw.return");
    assertThat(requests.plan(direct, Capabilities.V2_6).mode()).isEqualTo(GenericMode.NONE);
  }

  private static Call strict(Call call, GenericMode mode) {
    CallOptions options = new CallOptions(false, false, true, mode);
    return new Call(
        call.target(), call.encoding(), call.payload(), Map.of(), new Deadline(0), options);
  }

  private static Call strict(Call call) {
    return strict(call, GenericMode.AUTO);
  }

  private static void assertRefused(RequestEncoder by, Call call, String why) {
    assertThatThrownBy(() -> by.plan(call, Capabilities.V2_7).mode())
        .isInstanceOf(BadArgument.class)
        .hasMessage(why);
  }

  @Test
  void aStrictCallIsTheMethodItselfWithArgumentsMadeHere() {
    String types = "Ljava/lang/String;I";
    assertThat(written(strict(untyped("page", "[{'items':[]}]")))).startsWith("none ");
    assertThat(written(strict(call(Encoding.JSON, "other", types, "['a',1]")))).startsWith("none ");
    Call withFloat = strict(untyped("list", scaled("'factor':1.5")));
    assertThat(requests.plan(withFloat, Capabilities.V2_6).mode()).isEqualTo(GenericMode.NONE);
    assertThatThrownBy(() -> requests.plan(withFloat, Capabilities.V2_7).mode())
        .hasMessageStartingWith("strict: an argument sets a field of type float");
  }

  @Test
  void whatTheProviderWouldMakeIsNoStrictCall() {
    assertRefused(
        requests,
        strict(untyped("nowhere", "[1]")),
        "strict: the types of the arguments aren't known; send them, or give this agent the"
            + " service's classes (--api JAR)");
    assertRefused(
        requests,
        strict(call(Encoding.JSON, "other", "ILcom/x/User;", "[1,{}]")),
        "argument 1: strict: only the provider knows what a com.x.User is; give this agent a jar"
            + " that has it (--api JAR)");
    assertRefused(
        requests,
        strict(untyped("page", "[{'items':[]}]"), GenericMode.TRUE),
        "strict: in generic mode true the provider makes the arguments");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "JSON; page; [{'items':[{'count':1,'name':'n','count':2}]}]; count",
        "JSON; sum; {'left':1,'right':2,'left':3,'note':''}; left",
        "TEXT; page; {'items':[{'count':1,'count':2}]}; count"
      })
  void whatIsSaidTwiceIsNoStrictCall(Encoding encoding, String method, String json, String name) {
    Call call = call(encoding, method, Target.UNKNOWN, json.replace('\'', '"'));
    assertThat(requests.plan(call, Capabilities.V2_7).mode()).isEqualTo(GenericMode.NONE);
    assertRefused(
        requests,
        strict(call),
        "strict: the arguments have '%s' twice in one object".formatted(name));
  }

  @Test
  void aStrictCallWaitsUntilItIsKnownHowTheProviderAnswers() {
    assertThat(requests.plan(strict(untyped("color", "['RED']")), null).mode()).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheProviderTellsIsHeardByStrictCallsAndByOthers(boolean strictFirst) {
    AtomicReference<Exports> told = new AtomicReference<>(Exports.NONE);
    RequestEncoder auto =
        new RequestEncoder(
            AUTO, new MergedSignatures(SampleApi.CLASSES, told::get), SampleApi.CLASSES);
    Call lax = untyped("unheard", "[1]");
    assertThat(auto.plan(lax, Capabilities.V2_7).mode()).isEqualTo(GenericMode.RAW_RETURN);
    assertThatThrownBy(() -> auto.strict().plan(strict(lax), Capabilities.V2_7).mode())
        .hasMessageContaining("aren't known");
    var put = new MethodSignature("unheard", List.of("int"), "int");
    told.set(
        new Exports(
            List.of(new Export(SHOP, List.of(put), Map.of("prefer.serialization", "fastjson2")))));
    if (strictFirst) {
      assertThat(auto.strict().plan(strict(lax), Capabilities.V2_7).mode())
          .isEqualTo(GenericMode.NONE);
    }
    assertThat(auto.plan(lax, Capabilities.V2_7).mode()).isEqualTo(GenericMode.NONE);
    assertThat(auto.serialization()).isEqualTo(Serialization.FASTJSON2);
    assertThat(auto.strict().plan(strict(lax), Capabilities.V2_7).mode())
        .isEqualTo(GenericMode.NONE);
  }

  @Test
  void strictCallsAreInHessian2WhateverTheOthersAreIn() {
    RequestEncoder fastjson =
        new RequestEncoder(
            List.of(Serialization.FASTJSON),
            new MergedSignatures(SampleApi.CLASSES, () -> Exports.NONE),
            SampleApi.CLASSES);
    assertThat(fastjson.strict().serialization()).isEqualTo(Serialization.HESSIAN2);
  }

  @Test
  void textIsTheOneArgument() {
    assertThat(written(call(Encoding.TEXT, "color", Target.UNKNOWN, "RED")))
        .startsWith("none ")
        .contains("Shop$Color");
    assertThat(written(call(Encoding.TEXT, "put", Target.UNKNOWN, "{'id':1}")))
        .contains(ORDER)
        .contains("Shop$Order");
  }

  @ParameterizedTest
  @CsvSource({"odd, [{}]", "nothing, [{}]", "nowhere, [1]"})
  void whatTheApiDoesNotKnowToTheLastIsAGenericCall(String method, String json) {
    assertThat(written(untyped(method, json))).startsWith("true ").contains("$invoke");
  }

  @Test
  void withoutAnApiNothingChanges() {
    RequestEncoder none =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2),
            new MergedSignatures(ApiClasses.NONE, () -> Exports.NONE),
            ApiClasses.NONE);
    assertThat(written(none, untyped("page", "[{'items':[]}]"))).contains("$invoke");
    assertThatThrownBy(() -> written(none, untyped("page", "{'page':{}}")))
        .hasMessage(
            "the agent doesn't know the names of the method's parameters: send the arguments as an"
                + " array, or give this agent the service's classes (--api JAR)");
  }

  @Test
  void signaturesMayKnowTheDescriptorsOnly() {
    List<Signature> erased =
        List.of(new Signature("I", List.of(), null), new Signature("II", List.of(), null));
    RequestEncoder told =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2),
            new MergedSignatures((service, method) -> erased, () -> Exports.NONE),
            ApiClasses.NONE);
    assertThat(written(told, untyped("put", "[1,2]"))).startsWith("none ").contains("\u0002II");
    assertThatThrownBy(() -> written(told, untyped("put", "{'a':1}")))
        .hasMessageEndingWith(
            "put: send the arguments as an array, or give this agent the service's classes (--api"
                + " JAR)");
  }

  @Test
  void whatIsNotClearIsSaid() {
    assertThatThrownBy(() -> written(untyped("put", "[]")))
        .hasMessageStartingWith("0 arguments given; there are put(")
        .hasMessageContaining("Shop$Order order, int times)");
    assertThatThrownBy(() -> written(untyped("put", "{'oder':1}")))
        .hasMessageStartingWith(SHOP + ".put doesn't take these arguments");
    List<Signature> alike =
        List.of(new Signature("I", List.of(), null), new Signature("J", List.of(), null));
    RequestEncoder told =
        new RequestEncoder(
            List.of(Serialization.HESSIAN2),
            new MergedSignatures((service, method) -> alike, () -> Exports.NONE),
            ApiClasses.NONE);
    assertThatThrownBy(() -> written(told, untyped("put", "[1]")))
        .hasMessage(
            "which "
                + SHOP
                + ".put is meant? There are put(int), put(long): send the types, as in"
                + " {\"types\":[\"int\"],\"args\":[…]}");
    assertThatThrownBy(() -> written(told, untyped("put", "[true]")))
        .hasMessage(SHOP + ".put doesn't take a boolean; there are put(int), put(long)");
  }

  private static Exports preferring(String name, String value) {
    return new Exports(List.of(new Export(SHOP, List.of(), Map.of(name, value))));
  }

  private static final List<Serialization> AUTO =
      List.of(Serialization.HESSIAN2, Serialization.FASTJSON2, Serialization.FASTJSON);

  @ParameterizedTest
  @CsvSource({
    "prefer.serialization, 'fastjson2,hessian2', FASTJSON2",
    "prefer.serialization, 'kryo, fastjson2', FASTJSON2",
    "serialization, fastjson2, FASTJSON2",
    "prefer.serialization, 'hessian2,fastjson2', HESSIAN2",
    "serialization, fastjson, HESSIAN2",
    "other, fastjson2, HESSIAN2"
  })
  void theProvidersPreferenceIsFollowedOnceItIsTold(String name, String value, Serialization in) {
    AtomicReference<Exports> told = new AtomicReference<>(Exports.NONE);
    RequestEncoder auto =
        new RequestEncoder(
            AUTO, new MergedSignatures(SampleApi.CLASSES, told::get), SampleApi.CLASSES);
    written(auto, untyped("color", "['RED']"));
    assertThat(auto.serialization()).isEqualTo(Serialization.HESSIAN2);
    told.set(preferring(name, value));
    written(auto, untyped("color", "['RED']"));
    assertThat(auto.serialization()).isEqualTo(in);
    auto.speak(Serialization.HESSIAN2); // as was found out on the next connection
    assertThat(auto.serialization()).isEqualTo(in);
  }

  @Test
  void thePreferenceIsNotFollowedWhereResultsCouldNotBeReadOrAnotherWasSaid() {
    MergedSignatures told =
        new MergedSignatures(SampleApi.CLASSES, () -> preferring("serialization", "fastjson2"));
    RequestEncoder unknown = new RequestEncoder(AUTO, told, ApiClasses.NONE);
    written(unknown, untyped("color", "['RED']"));
    assertThat(unknown.serialization()).isEqualTo(Serialization.HESSIAN2);
    RequestEncoder said =
        new RequestEncoder(List.of(Serialization.HESSIAN2), told, SampleApi.CLASSES);
    written(said, untyped("color", "['RED']"));
    assertThat(said.serialization()).isEqualTo(Serialization.HESSIAN2);
  }
}
