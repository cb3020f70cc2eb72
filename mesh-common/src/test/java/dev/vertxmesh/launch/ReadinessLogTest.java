package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReadinessLogTest {

  private static final Obstacle AWAY = Obstacle.of("dubbo h:1: not connected", "Start it");
  private static final Obstacle SILENT = Obstacle.of("dubbo h:1: no answer", "See its log");
  private static final Obstacle SOON = Obstacle.passing("connecting");
  private static final Obstacle ONE_SERVICE =
      new Obstacle("a.B isn't there", "Name it", false, true);

  private final List<String> lines = new ArrayList<>();
  private Optional<List<Obstacle>> present = Optional.of(List.of());
  private long millis;
  private final ReadinessLog readiness =
      new ReadinessLog(
          () -> present, () -> "agent ready: port 1", () -> millis * 1_000_000, new Lines());

  private final class Lines implements Logger {
    @Override
    public String getName() {
      return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      lines.add(level + " " + message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... params) {
      lines.add(level + " " + format);
    }
  }

  private void look(long afterMillis, Obstacle... obstacles) {
    millis += afterMillis;
    present = Optional.of(List.of(obstacles));
    readiness.look();
  }

  @Test
  void anAgentThatIsReadySaysSoOnceAndOnlyThen() {
    look(0, AWAY);
    assertThat(readiness.first().isComplete()).isFalse();
    look(10);
    look(10);
    assertThat(lines)
        .containsExactly(
            "WARNING not ready, dubbo h:1: not connected. Start it", "INFO agent ready: port 1");
    assertThat(readiness.first().isComplete()).isTrue();
  }

  @Test
  void whoWaitsForItToBeReadyMayWaitForWhatAnotherThreadSeesOfIt() {
    AtomicBoolean seen = new AtomicBoolean();
    readiness
        .first()
        .onSuccess(
            ready -> {
              CompletableFuture.runAsync(readiness::look).orTimeout(10, TimeUnit.SECONDS).join();
              seen.set(true);
            });
    look(0);
    assertThat(seen).isTrue();
    assertThat(lines).containsExactly("INFO agent ready: port 1");
  }

  @Test
  void aReasonIsSaidOnceForAsLongAsItStandsAndAnewWhenItComesBack() {
    look(0);
    lines.clear();
    look(10, AWAY);
    look(10_000, AWAY);
    look(10);
    look(10, AWAY);
    assertThat(lines)
        .containsExactly(
            "WARNING not ready, dubbo h:1: not connected. Start it",
            "INFO ready again after 10010 ms",
            "WARNING not ready, dubbo h:1: not connected. Start it");
  }

  @Test
  void whatIsLikelyToPassIsSaidWhenItDoesNot() {
    look(0, SOON);
    look(4_999, SOON);
    assertThat(lines).isEmpty();
    look(1, SOON);
    assertThat(lines).containsExactly("WARNING not ready, connecting");
  }

  @Test
  void aReasonThatTurnsIntoAnotherAndBackAllTheTimeFillsNoLog() {
    for (int i = 0; i < 50; i++) {
      look(500, AWAY);
      look(500, SILENT);
    }
    assertThat(lines).containsExactly("WARNING not ready, dubbo h:1: not connected. Start it");
    look(500, AWAY);
    look(2_000, AWAY);
    assertThat(lines).as("it stands now").hasSize(2);
  }

  @Test
  void whatConcernsSomeCallsOnlyIsSaidAndTheAgentIsReady() {
    look(0, ONE_SERVICE);
    assertThat(lines)
        .containsExactly("INFO agent ready: port 1", "WARNING a.B isn't there. Name it");
  }

  @Test
  void whyAnAgentThatLeavesIsNotReadyIsNotSaidHere() {
    look(0);
    lines.clear();
    present = Optional.empty();
    readiness.look();
    millis += 5_000;
    readiness.look();
    assertThat(lines).isEmpty();
    look(0);
    assertThat(lines).containsExactly("INFO ready again after 5000 ms");
  }
}
