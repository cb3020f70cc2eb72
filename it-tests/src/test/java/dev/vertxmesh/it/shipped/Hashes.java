package dev.vertxmesh.it.shipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Calls of {@code hash}, whose answer is known. */
final class Hashes {

  private static final String HASH = "99162322";
  private static final Duration RECOVERY = Duration.ofSeconds(300);

  private Hashes() {}

  /** Waits until all is well: calls on their way to who is lost fail, and none after them. */
  static void awaitWell(Http http) {
    await()
        .atMost(RECOVERY)
        .until(() -> IntStream.range(0, 20).allMatch(i -> http.hash("hello").status() == 200));
  }

  /** Makes so many calls, one after the other, each of which has to be answered rightly. */
  static List<Answer> wellAnswered(Http http, int calls) {
    List<Answer> answers = Stream.generate(() -> http.hash("hello")).limit(calls).toList();
    assertThat(answers).allSatisfy(one -> assertThat(one.body()).isEqualTo(HASH));
    return answers;
  }
}
