package dev.vertxmesh.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ExpositionTest {

  @Test
  void askingAgainTellsWhatIsNewAndLogsNothing() {
    Records logged = new Records();
    Logger root = Logger.getLogger("");
    root.addHandler(logged);
    try {
      MeshMeters meters = new MeshMeters("mesh-provider", "1");
      meters.refusals("limit").increment();
      meters.links("open").increment();
      meters.scrape();
      meters.refusals("limit").increment();
      meters.refusals("draining").increment();
      assertThat(meters.scrape())
          .contains("mesh_refusals_total{agent=\"mesh-provider\",reason=\"limit\"} 2.0")
          .contains("mesh_refusals_total{agent=\"mesh-provider\",reason=\"draining\"} 1.0")
          .contains("mesh_links{state=\"open\"} 1.0");
    } finally {
      root.removeHandler(logged);
    }
    assertThat(logged.messages).isEmpty();
  }

  private static final class Records extends Handler {
    final List<String> messages = new ArrayList<>();

    @Override
    public void publish(LogRecord record) {
      if (record.getLevel().intValue() >= Level.INFO.intValue()) {
        messages.add(record.getLoggerName() + ": " + record.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
