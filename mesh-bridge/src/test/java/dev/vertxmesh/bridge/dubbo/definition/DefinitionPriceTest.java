package dev.vertxmesh.bridge.dubbo.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.ServiceKey;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a definition may cost that somebody has written to cost much. */
class DefinitionPriceTest {

  private static final ServiceKey SERVICE = ServiceKey.of("lab.OrderService");

  private static DefinedTypes read(String text) {
    String json = text.replace('\'', '"');
    assertThat(json.length()).isLessThan(DefinitionReader.LARGEST);
    return DefinitionReader.read(SERVICE, json);
  }

  private static String list(int count, String each) {
    return IntStream.range(0, count)
        .mapToObj(i -> each.formatted(i, i + 1))
        .collect(Collectors.joining(","));
  }

  /** Each method has the names of its open fields: 1,000 of 15,000 are more than a heap has. */
  @Test
  void aMethodWithMoreOpenFieldsThanAnybodyHasIsNotKnown() {
    DefinedTypes types =
        read(
            "{'methods':["
                + list(1_000, "{'name':'m%1$d','parameterTypes':['lab.A','lab.B']}")
                + ",{'name':'few','parameterTypes':['lab.B']}],'types':["
                + "{'type':'lab.A','properties':{%s}},"
                    .formatted(list(15_000, "'f%1$d':'java.lang.Object'"))
                + "{'type':'lab.B','properties':{'any':'T','name':'java.lang.String'}}]}");
    assertThat(types.open("m7")).isEmpty();
    assertThat(types.of(SERVICE, "m7").get(0).types())
        .containsExactly(TypeText.UNKNOWN, TypeText.UNKNOWN);
    assertThat(types.open("few")).containsExactly("any");
    assertThat(types.of(SERVICE, "few").get(0).types()).containsExactly(JavaType.of("lab.B"));
    assertThat(types.weight()).isLessThan(16L * DefinitionReader.LARGEST);
  }

  /** Each place is as long as all that it is in. */
  @Test
  void placesAreKeptUpToABound() {
    String name = "p".repeat(450);
    String place = "{'$ref':'$.types[0].properties." + name + ".items[%d]'}";
    DefinedTypes types =
        read(
            "{'methods':[{'name':'m','parameterTypes':['lab.User']}],'types':["
                + "{'type':'lab.A','properties':{'%s':{'items':[".formatted(name)
                + "{'type':'lab.Early','properties':{'a':'int'}},"
                + list(50_000, "{}")
                + ",{'type':'lab.Late','properties':{'a':'int'}}]}}},"
                + "{'type':'lab.User','properties':{"
                + "'early':%s,'late':%s}}]}"
                    .formatted(place.formatted(0), place.formatted(50_001)));
    assertThat(types.open("m")).containsExactly("late");
  }

  @Test
  void anArrayOfMoreDimensionsThanTypesMayHaveIsRefused() {
    String text = "{'methods':[{'name':'m','parameterTypes':['lab.A%s']}]}";
    assertThatThrownBy(() -> read(text.formatted("[]".repeat(1_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("more than 20 types in one another");
    assertThat(read(text.formatted("[]".repeat(20))).has("m")).isTrue();
  }

  /** What is looked at later is looked at by calls in one another. */
  @Test
  void theDeepestTypesThatAreKnownNeedNoMoreOfAStackThanAThreadHas() {
    for (int nested : new int[] {0, 1, 2, 5, 18}) {
      String next = "java.util.List<".repeat(nested) + "lab.C%2$d" + ">".repeat(nested);
      for (int count = 10; count <= 150; count += 10) {
        DefinedTypes types =
            read(
                "{'methods':[{'name':'m','parameterTypes':['lab.C0']}],'types':["
                    + list(count, "{'type':'lab.C%1$d','properties':{'next':'" + next + "'}}")
                    + ",{'type':'lab.C%d','properties':{'a':'int'}}]}".formatted(count));
        CompletableFuture<Descriptor> made = new CompletableFuture<>();
        Runnable look =
            () -> {
              try {
                made.complete(
                    Descriptor.of(types.of(SERVICE, "m").get(0), new TypedValues(types.classes())));
              } catch (Throwable e) {
                made.completeExceptionally(e);
              }
            };
        new Thread(null, look, "small", 1024 * 1024).start();
        assertThat(made.join().parameters()).hasSize(1);
      }
    }
  }
}
