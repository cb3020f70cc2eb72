package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Traffic;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies whose bytes are few and whose objects are many, and what is kept of calls. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class HeavyBodiesIT {

  /** Just under what an agent takes of one body. */
  private static final int BODY = 8_000_000;

  private static final int AT_ONCE = 3;

  private Mesh mesh;
  private Traffic good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).jvm(Victim.MEMORY).underLoad().start();
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.providerAgent());
  }

  @AfterAll
  void close() {
    consumer.say();
    provider.say();
    mesh.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = Traffic.through(mesh);
    good.awaitMore(10);
  }

  @AfterEach
  void nobodyHasNoticed() {
    good.awaitMore(10);
    good.close();
    assertThat(good.failures()).isEmpty();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  /** So many of one part as make a body of the largest size. */
  private static String filled(String begin, IntFunction<String> part, String end) {
    int each = part.apply(1_000_000).length() + 1;
    return IntStream.range(0, (BODY - begin.length() - end.length()) / each)
        .mapToObj(part)
        .collect(Collectors.joining(",", begin, end));
  }

  private static String filled(String begin, String part, String end) {
    return filled(begin, i -> part, end);
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("names at the top", filled("{", i -> "\"%x\":0".formatted(i), "}"), 400),
        Arguments.of("empty objects", filled("[[", "{}", "]]"), 413),
        Arguments.of("empty lists", filled("[[", "[]", "]]"), 413),
        Arguments.of("empty strings", filled("[[", "\"\"", "]]"), 413),
        Arguments.of("digits", filled("[[", "1", "]]"), 413),
        Arguments.of("real numbers", filled("[[", "1.5", "]]"), 413),
        Arguments.of("keys", filled("[{", i -> "\"%x\":0".formatted(i), "}]"), 413),
        Arguments.of("objects of a key", filled("[[", "{\"a\":0}", "]]"), 413),
        Arguments.of("marked values", filled("[[", "{\"$long\":1}", "]]"), 413),
        Arguments.of("arguments", filled("[", "{}", "]"), 413),
        Arguments.of("classes", filled("[[", "{\"class\":\"a\"}", "]]"), 413),
        Arguments.of(
            "attachments",
            filled("{\"attachments\":{", i -> "\"%x\":\"\"".formatted(i), "},\"args\":[1]}"),
            400),
        Arguments.of("types", filled("{\"types\":[", "\"int\"", "],\"args\":[1]}"), 400));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void areRefused(String what, String body, int status) {
    List<CompletableFuture<Answer>> calls =
        Stream.generate(() -> mesh.http().jsonAsync(USERS, "sameObject", body))
            .limit(AT_ONCE)
            .toList();
    assertThat(calls)
        .allSatisfy(
            call -> {
              Answer answer = call.join();
              assertThat(answer.status())
                  .as("%s", answer.detail())
                  .isIn(status, 503); // which may be told to one beside another
            });
  }

  @Test
  void oneLongStringGoesThrough() {
    String body = "[\"" + "x".repeat(BODY / 2) + "\"]";
    assertThat(mesh.http().json(USERS, "echo", body).status()).isEqualTo(200);
  }

  @Test
  void methodsOfThousandsOfParametersAreRefused() {
    String types = "I".repeat(3_990);
    for (int i = 0; i < 600; i++) {
      Answer answer = mesh.http().form(HELLO, "m" + i, types, "x");
      assertThat(answer.status()).as("%s", answer).isEqualTo(400);
      assertThat(answer.detail()).contains("more than 255 types");
    }
  }

  @Test
  void methodsWithLongNamesAreNotKeptWithoutEnd() {
    String types = ("L" + "x".repeat(200) + ";").repeat(255);
    for (int i = 0; i < 600; i++) {
      assertThat(mesh.http().form(HELLO, "m" + i, types, "x").status()).isEqualTo(400);
    }
  }
}
