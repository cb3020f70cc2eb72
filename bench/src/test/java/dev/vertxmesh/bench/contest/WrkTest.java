package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in wrk itself: its hashes are Java's, and it notices every other answer. */
class WrkTest {
  @TempDir Path folder;

  @BeforeEach
  void wrkIsThere() {
    assumeTrue(Wrk.installed(), "wrk is missing");
  }

  /**
   * For so long that something is seen, and no call goes unanswered as the machine stands still.
   */
  private Wrk.Outcome load(FormServer server) throws Exception {
    try (server) {
      Wrk.Outcome seen = load(server, 1);
      for (int i = 0; i < 10 && (seen.calls() == 0 || seen.timeouts() > 0); i++) {
        seen = load(server, 5);
      }
      return seen;
    }
  }

  private Wrk.Outcome load(FormServer server, int seconds) throws Exception {
    try (Children children = new Children(folder)) {
      Wrk wrk = new Wrk(children, new ContestOptions(), folder);
      return wrk.run(8, seconds, server.url().toString());
    }
  }

  @Test
  void rightAnswersAreFoundRight() throws Exception {
    Wrk.Outcome seen = load(new FormServer(200, hash -> hash));
    assertThat(seen.calls()).isPositive();
    assertThat(seen.right()).isEqualTo(seen.calls());
    assertThat(seen.errors()).isZero();
    assertThat(seen.p99Ms()).isGreaterThanOrEqualTo(seen.p50Ms());
  }

  @Test
  void wrongAnswersAreCounted() throws Exception {
    Wrk.Outcome seen = load(new FormServer(200, hash -> hash ^ 1 << 31));
    assertThat(seen.wrong()).isPositive().isGreaterThanOrEqualTo(seen.calls());
  }

  @Test
  void otherStatusesAreCounted() throws Exception {
    Wrk.Outcome seen = load(new FormServer(503, hash -> hash));
    assertThat(seen.notOk()).isPositive().isGreaterThanOrEqualTo(seen.calls());
    assertThat(seen.right()).isLessThanOrEqualTo(0);
  }
}
