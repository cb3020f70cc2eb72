package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubsetTest {

  @Test
  void isTheSameForTheSameConsumer() {
    List<String> all = endpoints(1_000);
    assertThat(of("gateway-3", 100, all)).isEqualTo(of("gateway-3", 100, all)).hasSize(100);
    assertThat(of("gateway-3", 100, all)).isNotEqualTo(of("gateway-4", 100, all));
  }

  @Test
  void hasNoneTwice() {
    for (int consumer = 0; consumer < 50; consumer++) {
      assertThat(of("x-" + consumer, 100, endpoints(150))).doesNotHaveDuplicates().hasSize(100);
    }
  }

  @Test
  void keepsTheOrderAndIsAllWhenThereAreFewOrNoLimit() {
    assertThat(of("a", 100, endpoints(100))).isEqualTo(endpoints(100));
    assertThat(of("a", 0, endpoints(1_000))).isEqualTo(endpoints(1_000));
    List<String> some = of("a", 10, endpoints(100));
    assertThat(some).isSortedAccordingTo((x, y) -> Integer.compare(number(x), number(y)));
  }

  @ParameterizedTest
  @CsvSource({"1000, 10000, 100", "1000, 1000, 100", "64, 1000, 20", "100, 10000, 100", "7, 30, 9"})
  void isEvenInSumOverConsumersWithNumbers(int consumers, int endpoints, int size) {
    List<String> all = endpoints(endpoints);
    Map<String, Long> links =
        IntStream.range(0, consumers)
            .mapToObj(consumer -> of("gateway-" + consumer, size, all))
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    IntSummaryStatistics counts =
        all.stream()
            .mapToInt(endpoint -> links.getOrDefault(endpoint, 0L).intValue())
            .summaryStatistics();
    assertThat(counts.getMax() - counts.getMin()).isLessThanOrEqualTo(3);
  }

  @Test
  void changesByTwoAtMostWhenOneGoesOrComes() {
    List<String> all = endpoints(1_000);
    for (int consumer = 0; consumer < 100; consumer++) {
      Set<String> before = new HashSet<>(of("c-" + consumer, 50, all));
      List<String> fewer = new ArrayList<>(all);
      fewer.remove(consumer * 9);
      Set<String> after = new HashSet<>(of("c-" + consumer, 50, fewer));
      before.removeAll(after);
      assertThat(before.size()).isLessThanOrEqualTo(2);
    }
  }

  private static List<String> of(String consumer, int size, List<String> all) {
    return new Subset(size, consumer).of(all, Function.identity());
  }

  private static List<String> endpoints(int count) {
    return Stream.iterate(0, i -> i + 1).limit(count).map(i -> "10.0.0.1:" + i).toList();
  }

  private static int number(String endpoint) {
    return Integer.parseInt(endpoint.substring(endpoint.indexOf(':') + 1));
  }
}
