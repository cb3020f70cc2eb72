package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ExactCheckTest {
  @Test
  void rightAnswersPass() throws Exception {
    try (FormServer server = new FormServer(200, hash -> hash)) {
      assertThat(ExactCheck.run(server.url(), 500, 1)).isEqualTo(new ExactCheck.Outcome(500, 0, 0));
      assertThat(ExactCheck.oneIsRight(server.url())).isTrue();
    }
  }

  @Test
  void anAnswerToAnotherCallIsFoundWrong() throws Exception {
    AtomicInteger last = new AtomicInteger();
    try (FormServer server = new FormServer(200, last::getAndSet)) {
      assertThat(ExactCheck.run(server.url(), 500, 1).wrong()).isGreaterThan(400);
    }
  }

  @Test
  void failuresAreCounted() throws Exception {
    try (FormServer server = new FormServer(500, hash -> hash)) {
      assertThat(ExactCheck.run(server.url(), 100, 1))
          .isEqualTo(new ExactCheck.Outcome(100, 0, 100));
    }
  }
}
