package dev.vertxmesh.bridge.dubbo.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.request.JsonArguments;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.bridge.dubbo.sample.Shop.Color;
import dev.vertxmesh.bridge.dubbo.sample.Shop.Gift;
import dev.vertxmesh.bridge.dubbo.sample.Shop.Order;
import dev.vertxmesh.dubbo.hessian.HessianArguments;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read by Dubbo's own hessian, into the real classes. */
class TypedValuesTest {

  private static final String SHOP = Shop.class.getName();

  /** A short name for the sample's classes. */
  private static final String NESTED = SHOP + "$";

  private final TypedValues typed = new TypedValues(SampleApi.CLASSES);

  private Signature signature(String method) {
    return SampleApi.CLASSES.methods(SHOP, method).get(0);
  }

  private Object[] call(String method, String json) throws IOException {
    return call(Descriptor.of(signature(method), typed), json);
  }

  private static Object[] call(Descriptor descriptor, String json) throws IOException {
    ByteBuf out = Unpooled.buffer();
    String text = json.replace('\'', '"').replace("@", NESTED);
    JsonArguments.write(
        descriptor,
        Unpooled.copiedBuffer(text, StandardCharsets.UTF_8),
        out,
        new HessianArguments(out));
    Hessian2Input in = new Hessian2Input(new ByteBufInputStream(out));
    in.setSerializerFactory(new SerializerFactory(Shop.class.getClassLoader()));
    List<Object> values = new ArrayList<>();
    while (!in.isEnd()) {
      values.add(in.readObject());
    }
    return values.toArray();
  }

  private Order order(String json) throws IOException {
    return (Order) call("keep", "[" + json + "]")[0];
  }

  @Test
  void keysThatReadAlikeAreRefused() {
    assertThatThrownBy(() -> order("{'byNumber':{'7':'GREEN','07':'RED'}}"))
        .isInstanceOf(BadArgument.class)
        .hasMessageEndingWith("the key '07' is there already, said otherwise or the same");
  }

  @Test
  void inASortedMapKeysOfTheSamePlaceAreTheSame() throws IOException {
    JavaType decimals =
        JavaType.of("java.util.SortedMap", JavaType.of("java.math.BigDecimal"), JavaType.of("int"));
    Descriptor sorted =
        Descriptor.of(new Signature("Ljava/util/SortedMap;", List.of(), List.of(decimals)), typed);
    assertThat(call(sorted, "[{'2':1,'1.0':2}]"))
        .containsExactly(new TreeMap<>(Map.of(new BigDecimal("2"), 1, new BigDecimal("1.0"), 2)));
    assertThatThrownBy(() -> call(sorted, "[{'1.0':1,'1.00':2}]"))
        .hasMessageEndingWith("the key '1.00' is there already, said otherwise or the same");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0063lass", "cla\\u0073s", "\\u0063\\u006C\\u0061\\u0073\\u0073"})
  void aClassMayBeNamedInEscapedLetters(String name) throws IOException {
    assertThat(order("{'%s':'@Gift','ribbon':'r','id':1}".formatted(name)))
        .isInstanceOf(Gift.class);
  }

  @Test
  void whatIsWrongAndLongIsNotRepeatedWhole() {
    String field = "x".repeat(40_000);
    assertThatThrownBy(() -> order("{'" + field + "':1}"))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("has no field 'xxxx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(1_000));
  }

  @Test
  void eachFieldIsWhatTheClassSays() throws IOException {
    Order order =
        order(
            "{'id':9007199254740993,'name':'n','picture':'AQID','letters':'ab','at':1000,"
                + "'day':'2026-11-20','price':'1.10','count':3,'maybe':4,'ids':[1,2],"
                + "'tables':[{'a':5}],'colors':['RED','GREEN'],'byNumber':{'7':'GREEN'},"
                + "'byColor':{'RED':[1000]},'byDay':{'2026-11-20':1},'sorted':['b','a'],"
                + "'linked':[1],'uuid':'0b9e6f0a-8f6e-4ac8-a1f2-9a5f0d1f5c11','locale':'de-AT',"
                + "'color':'GREEN'}");
    assertThat(order.id).isEqualTo(9007199254740993L);
    assertThat(order.name).isEqualTo("n");
    assertThat(order.picture).containsExactly(1, 2, 3);
    assertThat(order.letters).containsExactly('a', 'b');
    assertThat(order.at).isEqualTo(new Date(1000));
    assertThat(order.day).isEqualTo(LocalDate.of(2026, 11, 20));
    assertThat(order.price).isEqualTo(new BigDecimal("1.10"));
    assertThat(order.count).isEqualTo(3);
    assertThat(order.maybe).isEqualTo(4);
    assertThat(order.ids).isEqualTo(List.of(1L, 2L)).isInstanceOf(ArrayList.class);
    assertThat(order.tables).isEqualTo(List.of(Map.of("a", 5L)));
    assertThat(order.colors).isEqualTo(Set.of(Color.RED, Color.GREEN)).isInstanceOf(HashSet.class);
    assertThat(order.byNumber).isEqualTo(Map.of(7L, Color.GREEN)).isInstanceOf(HashMap.class);
    assertThat(order.byColor).isEqualTo(Map.of(Color.RED, List.of(new Date(1000))));
    assertThat(order.byDay)
        .isEqualTo(Map.of(LocalDate.of(2026, 11, 20), 1))
        .isInstanceOf(TreeMap.class);
    assertThat(order.sorted).containsExactly("a", "b").isInstanceOf(TreeSet.class);
    assertThat(order.linked).hasSize(1).isInstanceOf(LinkedList.class);
    assertThat(order.uuid).isEqualTo(UUID.fromString("0b9e6f0a-8f6e-4ac8-a1f2-9a5f0d1f5c11"));
    assertThat(order.locale).isEqualTo(new Locale("de", "AT"));
    assertThat(order.color).isEqualTo(Color.GREEN);
    assertThat(order.parent).isNull();
  }

  @Test
  void objectsInObjectsArraysAndTypeVariables() throws IOException {
    Order order =
        order(
            "{'parent':{'id':1,'parent':{'id':2}},'parts':[{'id':3},null],'grid':[[],[{'id':4}]],"
                + "'page':{'items':[{'id':5},{'class':'@Order','id':6,'count':1}],'first':{'id':7}}}");
    assertThat(order.parent.parent.id).isEqualTo(2);
    assertThat(order.parts).hasSize(2);
    assertThat(order.parts[0].id).isEqualTo(3);
    assertThat(order.parts[1]).isNull();
    assertThat(order.grid[0]).isEmpty();
    assertThat(order.grid[1][0].id).isEqualTo(4);
    assertThat(order.page.items.get(0)).hasSameClassAs(new Shop.Base());
    assertThat(order.page.items.get(1)).isInstanceOf(Order.class);
    assertThat(order.page.first.id).isEqualTo(7);
    Shop.Page<?> page = (Shop.Page<?>) call("page", "[{'items':[{'count':5}]}]")[0];
    assertThat(page.items.get(0)).isInstanceOf(Order.class);
  }

  @Test
  void whatIsMissingStaysAsItIsAndNullIsNull() throws IOException {
    Order order = order("{'price':null,'maybe':null,'byNumber':{'1':null},'ids':[null],'at':null}");
    assertThat(order.price).isNull();
    assertThat(order.byNumber).containsEntry(1L, null);
    assertThat(order.ids).containsOnlyNulls();
    assertThat(order("{}").count).isZero();
    assertThat(order("{'name':'a','name':'b'}").name).isEqualTo("b");
    assertThat(call("keep", "[null]")).containsExactly((Object) null);
  }

  @Test
  void aMemberClassPicksASubclassWhereverItStands() throws IOException {
    assertThat(order("{'class':'@Gift','ribbon':'r','id':1}")).isInstanceOf(Gift.class);
    Order order = order("{'id':1,'parent':{'ribbon':'r','id':2,'class':'@Gift'}}");
    assertThat(order.id).isEqualTo(1);
    assertThat(((Gift) order.parent).ribbon).isEqualTo("r");
    assertThat(order.parent.id).isEqualTo(2);
    assertThat(call("shape", "[{'class':'@Circle','radius':2}]")[0])
        .isInstanceOfSatisfying(
            Shop.Circle.class, circle -> assertThat(circle.radius).isEqualTo(2));
    Object page = call("page", "[{'class':'@NamedPage','label':1,'first':{'count':2}}]")[0];
    assertThat(((Shop.NamedPage<?, ?>) page).first).isInstanceOf(Order.class);
  }

  @Test
  void anObjectIsWhatJsonMeansUnlessItNamesItsClass() throws IOException {
    Object value = call("any", "[{'a':[{'class':'@Circle','radius':1},{'class':'3b'}]}]")[0];
    List<?> list = (List<?>) ((Map<?, ?>) value).get("a");
    assertThat(list.get(0)).isInstanceOf(Shop.Circle.class);
    assertThat(list.get(1)).isEqualTo(Map.of("class", "3b"));
    assertThat(call("any", "[{'class':'@Color','name':'RED'}]")).containsExactly(Color.RED);
    assertThat(call("any", "[{'$map':{'class':'no.such.Type'}}]"))
        .containsExactly(Map.of("class", "no.such.Type"));
    assertThat(call("raw", "[[1,{'$long':2}]]")).containsExactly(List.of(1, 2L));
  }

  @Test
  void manyObjectsShareTheirDefinitionsThroughTheWholeBody() throws IOException {
    Object[] values =
        call(
            "list",
            "[[{'id':1},{'id':2,'name':'b'},{'id':3},{'class':'@Gift','ribbon':'x'},{'id':4}]]");
    assertThat((List<?>) values[0])
        .extracting(base -> ((Shop.Base) base).id)
        .containsExactly(1L, 2L, 3L, 0L, 4L);
  }

  @Test
  void argumentsByName() throws IOException {
    Descriptor descriptor = Descriptor.of(signature("sum"), typed);
    assertThat(call(descriptor, "{'note':'n','right':2,'left':1}")).containsExactly(1, 2, "n");
    assertThat(call(descriptor, "{'left':1,'right':2}")).containsExactly(1, 2, null);
    assertThatThrownBy(() -> call(descriptor, "{'left':1}"))
        .hasMessage("argument 1: 'right' isn't given, and null is not an int");
    assertThatThrownBy(() -> call(descriptor, "{'left':1,'rihgt':2}"))
        .hasMessage(
            "there's no parameter 'rihgt': the method takes (int left, int right, java.lang.String"
                + " note)");
    assertThatThrownBy(() -> call(descriptor, "{'left':null}"))
        .hasMessage("argument 0: null is not an int");
    Descriptor nameless =
        Descriptor.of(new Signature("I", List.of(), List.of(JavaType.of("int"))), typed);
    assertThatThrownBy(() -> call(nameless, "{'left':1}"))
        .hasMessage(
            "the agent doesn't know the names of the method's parameters: send the arguments as an"
                + " array, or give this agent the service's classes (--api JAR)");
    byte[] json = "{\"note\":\"n\",\"left\":1,\"right\":2}".getBytes(StandardCharsets.UTF_8);
    assertThat(JsonArguments.texts(descriptor, Unpooled.wrappedBuffer(json)))
        .containsExactly("1", "2", "\"n\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "put",
        "keep",
        "keepAll",
        "page",
        "pages",
        "list",
        "raw",
        "optional",
        "any",
        "shape",
        "color",
        "sum",
        "defaulted"
      })
  void known(String method) {
    assertThat(signature(method).types()).allMatch(typed::isFullyKnown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"odd", "swapped", "grown", "nothing", "unit", "hidden"})
  void notKnown(String method) {
    assertThat(signature(method).types()).noneMatch(typed::isFullyKnown);
    assertThat(Descriptor.of(signature(method), typed).isExact()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keep | {'parent':{'nmae':1}} | argument 0 at /parent/nmae: @Order has no field 'nmae'; the"
            + " nearest are name, at, day, maybe, page",
        "keep | {'page':{'x':1}} | argument 0 at /page/x: @Page has no field 'x'; it has items,"
            + " first",
        "keep | {'ids':[1,'2']} | argument 0 at /ids/1: a string where java.lang.Long is expected,"
            + " such as 9007199254740993",
        "keep | {'ids':5} | argument 0 at /ids: a number where java.util.List<java.lang.Long> is"
            + " expected",
        "keep | {'count':null} | argument 0 at /count: null is not an int",
        "keep | {'color':'BLUE'} | argument 0 at /color: 'BLUE' is no @Color, which has RED, GREEN",
        "keep | {'byNumber':{'x':'RED'}} | argument 0 at /byNumber/x: 'x' is not java.lang.Long,"
            + " such as 9007199254740993",
        "keep | {'byColor':{'BLUE':[]}} | argument 0 at /byColor/BLUE: 'BLUE' is no @Color, which"
            + " has RED, GREEN",
        "keep | {'uuid':'1'} | argument 0 at /uuid: '1' is not java.util.UUID, such as"
            + " \"123e4567-e89b-12d3-a456-426614174000\"",
        "keep | \"text\" | argument 0: a string where @Order is expected",
        "keep | {'class':'@Circle'} | argument 0: class '@Circle' is not a @Order that the API has;"
            + " there are @Order, @Gift",
        "keep | {'shape':{}} | argument 0 at /shape: @Shape is abstract: a member \"class\" has to"
            + " say which of its kinds this is; there are @Circle, @Square",
        "any | {'class':'no.such.Type'} | argument 0: 'no.such.Type' is no class of the API; where"
            + " class is a key of a map, write {\"$map\": {…}}",
        "any | {'class':'@Odd','unit':'DAYS'} | argument 0 at /unit: java.util.concurrent.TimeUnit"
            + " is no class of the API, so its values can't be made"
      })
  void wrongValues(String method, String json, String message) {
    String expected = message.replace("@", NESTED);
    assertThatThrownBy(() -> call(method, "[" + json + "]"))
        .isInstanceOf(BadArgument.class)
        .hasMessage(expected);
  }

  @Test
  void depthIsBounded() {
    String json = "{'parent':".repeat(2000) + "null" + "}".repeat(2000);
    assertThatThrownBy(() -> order(json))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("nesting depth");
  }

  @Test
  void optionalsAreLaidOutAsTheJdkHasThem() {
    Object[] read = new Object[2];
    for (int i = 0; i < 2; i++) {
      ByteBuf json = Unpooled.copiedBuffer(i == 0 ? "[5]" : "[null]", StandardCharsets.UTF_8);
      ByteBuf out = Unpooled.buffer();
      JsonArguments.write(
          Descriptor.of(signature("optional"), typed), json, out, new HessianArguments(out));
      read[i] = out.toString(StandardCharsets.ISO_8859_1);
    }
    assertThat(Arrays.asList(read)).allSatisfy(o -> assertThat((String) o).contains("Optional"));
  }
}
