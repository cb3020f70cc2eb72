package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What fastjson leaves of a value, read as the method declares it. */
class ResultTypesTest {

  private static final String NESTED = Shop.class.getName() + "$";
  private static final JavaType ORDER = JavaType.of(NESTED + "Order");
  private static final JavaType BASE = JavaType.of(NESTED + "Base");
  private static final JavaType COLOR = JavaType.of(NESTED + "Color");
  private static final JavaType DATE = JavaType.of("java.util.Date");
  private static final JavaType STRING = JavaType.of("java.lang.String");

  private final ResultTypes fastjson = new FastjsonResults(SampleApi.CLASSES, false);
  private final ResultTypes fastjson2 = new FastjsonResults(SampleApi.CLASSES, true);
  private final ResultTypes hessian = new HessianResults(SampleApi.CLASSES);

  private JsonResultWriter.Classes classes = JsonResultWriter.Classes.LEFT_OUT;

  private static JavaType list(JavaType element) {
    return JavaType.of("java.util.List", element);
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private String json(ResultTypes types, JavaType type, Object value) {
    ByteBuf out = Unpooled.buffer();
    ResultTypes.Declared declared = types.declared(type);
    JsonResultWriter.write(out, declared.whole(value), classes, declared, SampleApi.CLASSES, false);
    return out.toString(StandardCharsets.UTF_8).replace('"', '\'');
  }

  private String json(JavaType type, Object value) {
    return json(fastjson, type, value);
  }

  @Test
  void millisecondsAreADateWhereOneIsDeclared() {
    assertThat(json(DATE, 0)).isEqualTo("'1970-01-01T00:00:00Z'");
    assertThat(json(JavaType.of("java.sql.Timestamp"), -4861637876996L))
        .isEqualTo("'1815-12-11T01:02:03.004Z'");
    assertThat(json(list(DATE), Arrays.asList(5, null)))
        .isEqualTo("['1970-01-01T00:00:00.005Z',null]");
    assertThat(json(JavaType.OBJECT, 5)).isEqualTo("5");
    assertThat(json(JavaType.of("long"), 5)).isEqualTo("5");
  }

  @Test
  void aTimeWithoutItsZoneIsInThatOfTheMachine() {
    LocalDateTime time = LocalDateTime.of(2026, 7, 1, 10, 11, 12, 345_000_000);
    String instant = time.atZone(ZoneId.systemDefault()).toInstant().toString();
    assertThat(json(fastjson2, JavaType.of("java.sql.Timestamp"), time.toString()))
        .isEqualTo("'" + instant + "'");
    assertThat(json(fastjson2, DATE, "2026-07-01T10:11:12-05:00"))
        .isEqualTo("'2026-07-01T15:11:12Z'");
    assertThat(json(fastjson2, DATE, "soon")).isEqualTo("'soon'");
  }

  @Test
  void bytesAreAUuidWhereOneIsDeclared() {
    byte[] bytes = ByteBuffer.allocate(16).putLong(1).putLong(2).array();
    assertThat(json(JavaType.of("java.util.UUID"), bytes)).isEqualTo("'" + new UUID(1, 2) + "'");
    assertThat(json(JavaType.OBJECT, bytes)).isEqualTo("'AAAAAAAAAAEAAAAAAAAAAg=='");
  }

  @Test
  void anOrdinalIsTheConstantsName() {
    assertThat(json(COLOR, 1)).isEqualTo("'GREEN'");
    assertThat(json(COLOR, "RED")).isEqualTo("'RED'");
    assertThat(json(JavaType.of("java.util.Map", COLOR, list(COLOR)), map("RED", List.of(0, 1))))
        .isEqualTo("{'RED':['RED','GREEN']}");
    assertThatThrownBy(() -> json(COLOR, 2))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("2 is no constant of %s, of which the API has 2", NESTED + "Color");
  }

  @Test
  void numbersAreOfTheDeclaredType() {
    assertThat(json(JavaType.of("double"), 2)).isEqualTo("2.0");
    assertThat(json(JavaType.of("double"), new BigDecimal("1.0E+10"))).isEqualTo("1.0E10");
    assertThat(json(JavaType.of("java.lang.Float"), 0.1)).isEqualTo("0.1");
    assertThat(json(JavaType.of("java.math.BigDecimal"), new BigDecimal("1.10"))).isEqualTo("1.10");
    assertThatThrownBy(() -> json(JavaType.of("double"), null))
        .hasMessageContaining("fastjson writes NaN and the infinities so");
  }

  @Test
  void javaTimeReadsAsJavaWritesIt() {
    assertThat(json(JavaType.of("java.time.LocalTime"), "10:11:00")).isEqualTo("'10:11'");
    assertThat(json(JavaType.of("java.time.LocalDate"), "2026-11-20")).isEqualTo("'2026-11-20'");
    assertThat(json(JavaType.of("java.time.LocalDate"), "tomorrow")).isEqualTo("'tomorrow'");
  }

  @Test
  void aFieldThatIsLeftOutIsNull() {
    assertThat(json(BASE, map("id", 7))).isEqualTo("{'id':7,'name':null}");
    assertThat(json(list(BASE), Arrays.asList(map("id", 7), null)))
        .isEqualTo("[{'id':7,'name':null},null]");
  }

  @Test
  void whereZerosAreLeftOutItIsZeroIfItCanBe() {
    assertThat(json(fastjson2, BASE, map("name", "a"))).isEqualTo("{'id':0,'name':'a'}");
    assertThat(json(fastjson, BASE, map("name", "a"))).isEqualTo("{'name':'a'}");
  }

  @Test
  void fieldsAreReadAsTheyAreDeclared() {
    Object order =
        map("at", 0, "parent", map("at", 1), "page", map("items", List.of(map("id", 1))));
    assertThat(json(ORDER, order))
        .contains("'at':'1970-01-01T00:00:00Z'", "'at':'1970-01-01T00:00:00.001Z'")
        .contains("'page':{'items':[{'id':1,'name':null}],'first':null}");
  }

  @Test
  void moreMembersThanFieldsMakeItTheClassBelowThatHasThem() {
    classes = JsonResultWriter.Classes.KEPT;
    assertThat(json(BASE, map("id", 7))).startsWith("{'class':'" + NESTED + "Base',");
    assertThat(json(BASE, map("id", 7, "ribbon", "r", "at", 0)))
        .startsWith("{'class':'" + NESTED + "Gift',")
        .contains("'ribbon':'r'", "'at':'1970-01-01T00:00:00Z'");
    assertThat(json(JavaType.of(NESTED + "Shape"), map("radius", 2)))
        .isEqualTo("{'class':'" + NESTED + "Circle','radius':2.0}");
    assertThat(json(JavaType.of(NESTED + "Shape"), map())).isEqualTo("{}");
  }

  @Test
  void whatIsNoFieldStaysAndThenNobodyKnowsWhatIsMissing() {
    assertThat(json(BASE, map("id", 7, "label", "x"))).isEqualTo("{'id':7,'label':'x'}");
  }

  @Test
  void aClassThatIsNamedIsItself() {
    WireObject gift = WireObject.of(NESTED + "Gift", new String[] {"ribbon", "at"}, "r", 0);
    assertThat(json(fastjson2, BASE, gift))
        .contains("'ribbon':'r'", "'at':'1970-01-01T00:00:00Z'", "'count':0", "'price':null");
    assertThat(json(fastjson2, JavaType.OBJECT, gift)).contains("'at':'1970-01-01T00:00:00Z'");
    WireObject unknown = WireObject.of("x.Y", new String[] {"at"}, 0);
    assertThat(json(fastjson2, BASE, unknown)).isEqualTo("{'at':0}");
    classes = JsonResultWriter.Classes.TAKEN_OUT;
    assertThat(json(BASE, map("class", NESTED + "Gift", "ribbon", "r")))
        .contains("'ribbon':'r'", "'price':null")
        .doesNotContain("class");
  }

  @Test
  void aFutureIsItsResultAndAnOptionalItsValue() {
    JavaType future = JavaType.of("java.util.concurrent.CompletableFuture", DATE);
    assertThat(json(future, 0)).isEqualTo("'1970-01-01T00:00:00Z'");
    assertThatThrownBy(() -> json(future, map("cancelled", false, "done", true)))
        .hasMessageContaining("sent the future itself");
    assertThat(json(JavaType.of("java.util.Optional", DATE), 0))
        .isEqualTo("'1970-01-01T00:00:00Z'");
  }

  @Test
  void aFloatOutOfHessianHasItsOwnDigitsWhereItIsDeclared() {
    double tenth = 0.1f; // 0.10000000149011612
    JavaType single = JavaType.of("float");
    JavaType boxed = JavaType.of("java.lang.Float");
    assertThat(json(hessian, single, tenth)).isEqualTo("0.1");
    assertThat(json(hessian, single, (double) Float.MIN_VALUE)).isEqualTo("1.4E-45");
    assertThat(json(hessian, single, Double.NaN)).isEqualTo("'NaN'");
    assertThat(json(hessian, new JavaType.Array(single), List.of(tenth, 1.5)))
        .isEqualTo("[0.1,1.5]");
    assertThat(json(hessian, list(boxed), Arrays.asList(tenth, null))).isEqualTo("[0.1,null]");
    assertThat(json(hessian, JavaType.of("java.util.Map", STRING, boxed), map("a", tenth)))
        .isEqualTo("{'a':0.1}");
    WireObject scaled = scaled(tenth);
    assertThat(json(hessian, JavaType.OBJECT, List.of(scaled, map("other", tenth))))
        .isEqualTo("[{'factor':0.1,'boxed':0.1,'id':7},{'other':0.10000000149011612}]");
    WireObject page = WireObject.of(NESTED + "Page", new String[] {"first"}, tenth);
    assertThat(json(hessian, JavaType.of(NESTED + "Page", boxed), page)).isEqualTo("{'first':0.1}");
    classes = JsonResultWriter.Classes.KEPT;
    assertThat(json(hessian, null, scaled))
        .isEqualTo("{'class':'" + NESTED + "Scaled','factor':0.1,'boxed':0.1,'id':7}");
  }

  private static WireObject scaled(double factor) {
    return WireObject.of(
        NESTED + "Scaled", new String[] {"factor", "boxed", "id"}, factor, factor, 7);
  }

  @Test
  void inHessianAFutureOfAMapIsThatMapWhateverItsKeys() {
    JavaType future =
        JavaType.of(
            "java.util.concurrent.CompletableFuture",
            JavaType.of("java.util.Map", STRING, JavaType.of("java.lang.Integer")));
    assertThat(json(hessian, future, map("done", 5, "cancelled", 2)))
        .isEqualTo("{'done':5,'cancelled':2}");
  }

  @Test
  void anyOtherDoubleOutOfHessianStaysAsItIs() {
    JavaType single = JavaType.of("float");
    assertThat(json(hessian, JavaType.of("double"), (double) 0.1f))
        .isEqualTo("0.10000000149011612");
    assertThat(json(hessian, single, 0.1)).as("of a provider that returns double").isEqualTo("0.1");
    assertThat(json(hessian, single, 0.12345678901)).isEqualTo("0.12345678901");
    assertThat(json(hessian, single, "text")).isEqualTo("'text'");
    assertThat(json(hessian, single, null)).isEqualTo("null");
  }

  @Test
  void whatIsNotWhatIsDeclaredIsTakenAsItStands() {
    assertThat(json(list(DATE), map("a", 1))).isEqualTo("{'a':1}");
    assertThat(json(ORDER, List.of(1))).isEqualTo("[1]");
    assertThat(json(STRING, 5)).isEqualTo("5");
    assertThat(json(new FastjsonResults(ApiClasses.NONE, false), null, map("a", 1)))
        .isEqualTo("{'a':1}");
  }

  @Test
  void aCircleIsRefusedAndWhatIsSharedIsWrittenTwice() {
    Map<String, Object> order = map("count", 1);
    assertThat(json(list(BASE), List.of(order, order)))
        .isEqualTo("[{'count':1},{'count':1}]".replace("{'count':1}", json(BASE, order)));
    order.put("parent", new ArrayList<>(List.of(order)));
    assertThatThrownBy(() -> json(ORDER, order)).hasMessageContaining("contains itself");
  }

  @Test
  void theApiSaysWhatAMethodReturns() {
    Signature keep = SampleApi.CLASSES.methods(Shop.class.getName(), "keep").get(0);
    assertThat(keep.returned()).isNotNull();
    Signature put = SampleApi.CLASSES.methods(Shop.class.getName(), "put").get(0);
    assertThat(put.returned()).isEqualTo(JavaType.of("int"));
  }
}
