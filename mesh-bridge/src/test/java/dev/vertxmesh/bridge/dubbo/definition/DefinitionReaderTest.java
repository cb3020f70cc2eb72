package dev.vertxmesh.bridge.dubbo.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.ServiceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinitionReaderTest {

  private static final ServiceKey SERVICE = new ServiceKey("lab.OrderService", "blue", "1.0");

  /** As Dubbo 3.3.6 wrote it. */
  private static final String OF_3 =
      "{'annotations':[],'canonicalName':'lab.OrderService','codeSource':'file:/app/','methods':["
          + "{'annotations':[],'name':'find','parameterTypes':['long'],'parameters':[],"
          + "'returnType':'lab.OrderService.Order'},"
          + "{'annotations':[],'name':'byUser','parameterTypes':['java.lang.String','int'],"
          + "'parameters':[],'returnType':'java.util.List<lab.OrderService.Order>'},"
          + "{'name':'save','parameterTypes':['java.util.List<lab.OrderService.Order>']}],"
          + "'parameters':{'release':'3.3.6'},'types':["
          + "{'enums':[],'items':['java.lang.String','java.math.BigDecimal'],'properties':{},"
          + "'type':'java.util.Map<java.lang.String,java.math.BigDecimal>'},"
          + "{'enums':['NEW','PAID'],'items':[],'properties':{},'type':'lab.State'},"
          + "{'enums':[],'items':[],'properties':{'note':'java.lang.String','id':'long',"
          + "'prices':'java.util.Map<java.lang.String,java.math.BigDecimal>','state':'lab.State',"
          + "'when':'java.util.Date'},'type':'lab.OrderService.Order'}],'uniqueId':'x'}";

  /** As Dubbo 2.7.23 wrote it. */
  private static final String OF_27 =
      "{'methods':[{'name':'save','parameterTypes':['lab.OrderService$Order']}],'types':["
          + "{'enums':[],'items':[],'properties':{},'type':'java.lang.String'},"
          + "{'enums':[],'items':[],'properties':{},'type':'java.math.BigDecimal'},"
          + "{'enums':[],'items':[],'properties':{'note':{'$ref':'$.types[0]'},"
          + "'prices':{'enums':[],'items':[{'$ref':'$.types[0]'},{'$ref':'$.types[1]'}],"
          + "'properties':{},'type':'java.util.Map<java.lang.String,java.math.BigDecimal>'},"
          + "'again':{'$ref':'$.types[2].properties.prices'},'odd':{'$ref':'$.nowhere'}},"
          + "'type':'lab.OrderService$Order'}]}";

  private static DefinedTypes read(String text) {
    return DefinitionReader.read(SERVICE, text.replace('\'', '"'));
  }

  private static String fields(DefinedTypes types, String name) {
    ApiClass known = types.classes().get(name);
    return known.fields().stream()
        .map(one -> one.name() + " " + one.type())
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private static Signature only(DefinedTypes types, String method) {
    List<Signature> all = types.of(SERVICE, method);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static String one(String parameter) {
    return "{'methods':[{'name':'m','parameterTypes':['%s']}],'types':[]}".formatted(parameter);
  }

  @Test
  void whatDubbo3WritesIsKnownByTheNamesThatItsClassesHave() {
    DefinedTypes types = read(OF_3);
    assertThat(only(types, "byUser").descriptor()).isEqualTo("Ljava/lang/String;I");
    Signature save = only(types, "save");
    assertThat(save.descriptor()).isEqualTo("Ljava/util/List;");
    assertThat(save.types()).hasToString("[java.util.List<lab.OrderService$Order>]");
    assertThat(fields(types, "lab.OrderService$Order"))
        .isEqualTo(
            "id long; note java.lang.String; prices java.util.Map<java.lang.String,"
                + " java.math.BigDecimal>; state lab.State; when java.util.Date");
    assertThat(types.classes().get("lab.State").constants()).containsExactly("NEW", "PAID");
    assertThat(types.names(SERVICE)).containsExactlyInAnyOrder("find", "byUser", "save");
    assertThat(types.weight()).isBetween(1_000L, 10_000L);
  }

  @Test
  void whatDubbo27WritesRefersToWhatStoodBefore() {
    DefinedTypes types = read(OF_27);
    assertThat(only(types, "save").descriptor()).isEqualTo("Llab/OrderService$Order;");
    assertThat(fields(types, "lab.OrderService$Order"))
        .isEqualTo(
            "again java.util.Map<java.lang.String, java.math.BigDecimal>; note java.lang.String;"
                + " odd java.lang.Object; prices java.util.Map<java.lang.String, java.math.BigDecimal>");
  }

  @Test
  void aProviderWhoseMethodsAreOthersHasAnotherRelease() {
    DefinedTypes types = read(OF_3);
    MethodSignature same = new MethodSignature("find", List.of("long"), "x");
    MethodSignature other = new MethodSignature("find", List.of("java.lang.String"), "x");
    assertThat(types.agrees("find", List.of(same))).isTrue();
    assertThat(types.agrees("find", List.of())).as("it doesn't tell").isTrue();
    assertThat(types.agrees("find", List.of(same, other))).isFalse();
    assertThat(types.agrees("find", List.of(other))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          int                                    | I                    | int
          int[][]                                | [[I                  | int[][]
          lab.Order[]                            | [Llab/Order;         | lab.Order[]
          lab.Order.Item.Part                    | Llab/Order$Item$Part;| lab.Order$Item$Part
          lab.order.Item                         | Llab/order/Item;     | lab.order.Item
          java.util.List<? extends lab.Order$X>  | Ljava/util/List;     | java.util.List<lab.Order$X>
          java.util.List<java.util.Set<int[]>>   | Ljava/util/List;     | java.util.List<java.util.Set<int[]>>
          java.util.List<?>                      | Ljava/util/List;     | java.util.List<?>
          java.util.List<T>                      | Ljava/util/List;     | java.util.List<?>
          java.util.List                         | Ljava/util/List;     | ?
          java.util.Optional                     | Ljava/util/Optional; | ?
          java.lang.Object                       | Ljava/lang/Object;   | ?
          lab.Page<lab.Order>                    | Llab/Page;           | ?
          """)
  void typesAreReadAndWhatTheyLeaveOpenIsNotKnown(String text, String descriptor, String type) {
    Signature method = only(read(one(text)), "m");
    assertThat(method.descriptor()).isEqualTo(descriptor);
    assertThat(method.types().get(0)).hasToString(type);
  }

  @Test
  void thePackageOfTheInterfaceIsNoClass() {
    ServiceKey service = ServiceKey.of("com.Acme.Orders");
    DefinedTypes types =
        DefinitionReader.read(service, one("com.Acme.Orders.Order").replace('\'', '"'));
    assertThat(types.of(service, "m").get(0).descriptor()).isEqualTo("Lcom/Acme/Orders$Order;");
  }

  @Test
  void classesThatNoProviderIsAskedToMakeAreNotKnown() {
    DefinedTypes types =
        read(
            "{'methods':[],'types':["
                + "{'type':'java.time.Period','properties':{'years':'int'}},"
                + "{'type':'javax.management.BadAttributeValueExpException','properties':{'val':"
                + "'int'}},{'type':'com.sun.rowset.JdbcRowSetImpl','properties':{'a':'int'}},"
                + "{'type':'org.apache.xbean.naming.context.ContextUtil','properties':{'a':'int'}},"
                + "{'type':'lab.Words','enums':['Small Words']},"
                + "{'type':'../x','properties':{'a':'int'}},"
                + "{'type':'lab.Good','properties':{'a':'int'}}]}");
    assertThat(types.classes().names()).doesNotContain("java.time.Period", "lab.Words", "../x");
    assertThat(types.classes().names())
        .contains("lab.Good")
        .noneMatch(n -> n.startsWith("com.sun"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          []                                                   | its types: expected start object
          {}                                                   | methods: there are none
          {'methods'                                           | its types aren't JSON
          {'methods':{}}                                       | methods: expected start array
          {'methods':[7]}                                      | a method: expected start object
          {'methods':[{'name':7}]}                             | a method's name: expected value string
          {'methods':[{'parameterTypes':[]}]}                  | a name of 0 characters
          {'methods':[],'types':[{'type':{}}]}                 | type: expected value string
          {'methods':[{'name':'m','parameterTypes':['a b']}]}  | 'a b' is no type
          {'methods':[{'name':'m','parameterTypes':['a.B<']}]} | 'a.B<' is no type, at character 5
          {'methods':[{'name':'m','parameterTypes':['']}]}     | '' is no type
          """)
  void whatIsBrokenSaysWhereItIs(String text, String words) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void whatIsTooLargeOrTooDeepIsRefused() {
    assertRefused(" ".repeat(DefinitionReader.LARGEST + 1), "expected at most");
    assertRefused("{'others':" + "[".repeat(500), "its types aren't JSON");
    assertRefused(one("java.util.List<".repeat(30) + "int" + ">".repeat(30)), "more than 20 types");
    assertRefused(one("x".repeat(5_000)), "a type of 5000 characters");
    String methods =
        IntStream.range(0, 2_001)
            .mapToObj(i -> "{'name':'m" + i + "'}")
            .collect(Collectors.joining(","));
    assertRefused("{'methods':[" + methods + "]}", "2001 methods");
    String inside = "{'type':'lab.A','properties':{'next':".repeat(60);
    assertRefused("{'methods':[],'types':[" + inside, "its types aren't JSON");
  }

  private static void assertRefused(String text, String words) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void classesThatContainThemselvesAreKnownAndEndlessChainsOfThemAreNot() {
    List<String> chain = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      chain.add("{'type':'lab.C%d','properties':{'next':'lab.C%d'}}".formatted(i, i + 1));
    }
    chain.add("{'type':'lab.C1000','properties':{'next':'lab.C900'}}");
    DefinedTypes types =
        read(
            "{'methods':[{'name':'wide','parameterTypes':['lab.C0']},"
                + "{'name':'narrow','parameterTypes':['lab.C900']}],'types':["
                + String.join(",", chain)
                + "]}");
    assertThat(only(types, "wide").types()).containsExactly(TypeText.UNKNOWN);
    assertThat(only(types, "narrow").types()).containsExactly(JavaType.of("lab.C900"));
  }
}
