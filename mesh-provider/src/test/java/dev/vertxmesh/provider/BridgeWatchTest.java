package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.telemetry.MeshMeters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BridgeWatchTest {

  private static final Logger LOG = Logger.getLogger(BridgeWatch.class.getName());

  private final MeshMeters meters = new MeshMeters("mesh-provider", "1");
  private final List<String> lines = new ArrayList<>();
  private final Lines handler = new Lines();
  private long now;
  private final BridgeWatch watch =
      new BridgeWatch("dubbo h:1", meters, () -> {}, () -> {}, () -> now);

  private final class Lines extends Handler {
    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void close() {
    LOG.removeHandler(handler);
    meters.close();
  }

  private void lostAndBack(String reason, int millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
    watch.onDisconnected(reason);
    watch.onConnected(true);
  }

  @Test
  void whatIsNotTheProviderDoesNotFillTheLog() {
    watch.onConnected(false);
    for (int i = 0; i < 100; i++) {
      lostAndBack("not Dubbo", 500);
    }
    assertThat(lines).containsExactly("dubbo h:1: connected", "dubbo h:1: connected again");
    lostAndBack("not Dubbo", 20_000);
    assertThat(lines).hasSize(3);
  }

  @Test
  void afterAnotherProblemItIsSaidAgain() {
    lostAndBack("Connection refused", 0);
    lostAndBack("the provider closed the connection", 100);
    assertThat(lines).hasSize(2);
    assertThat(watch.lastProblem()).isEmpty();
  }
}
