package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.RegistryFailure;
import java.text.MessageFormat;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With several registries, each line says which it's about. */
class StoreHealthTest {

  private static final Logger LOG = Logger.getLogger(StoreWatcher.class.getName());
  private static final String NAME = "etcd://h:1/health-test";

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final StoreHealth health = new StoreHealth(NAME, () -> 90_000, () -> 3);

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          String text =
              line.getParameters() == null
                  ? line.getMessage()
                  : MessageFormat.format(line.getMessage(), line.getParameters());
          if (text.startsWith(NAME)) {
            lines.add(text.substring(NAME.length()));
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    LOG.removeHandler(handler);
  }

  private void lose() {
    health.onLoss(new RegistryFailure("why", null), true);
  }

  @Test
  void eachLineNamesTheRegistry() {
    lose();
    health.onHeard();
    assertThat(lines)
        .containsExactly(
            ": the registry can't be read: why; what was known last stays",
            ": the registry can be read again");
  }

  @Test
  void whatIsFromBeforeIsToldOfOnceWhereTheRegistryIsAway() {
    long dayAgo = System.currentTimeMillis() - 86_400_000;
    health.onRestored(new SnapshotFile.Saved(Collections.nCopies(3, null), dayAgo));
    lose();
    health.onHeard();
    lose();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).startsWith(": starting with the 3 instances of 86").endsWith(" s ago");
    assertThat(lines).filteredOn(line -> line.contains("starting with")).hasSize(1);
  }

  @Test
  void whatIsFromBeforeIsNothingToTellOfWhereTheRegistryAnswers() {
    health.onRestored(new SnapshotFile.Saved(Collections.nCopies(3, null), 0));
    health.onHeard();
    assertThat(lines).isEmpty();
  }

  @Test
  void saysWhichRegistryCannotBeAskedAndWhy() {
    assertThat(health.unasked())
        .isEqualTo("the registry " + NAME + " can't be asked: it hasn't answered yet");
    lose();
    assertThat(health.unasked()).isEqualTo("the registry " + NAME + " can't be asked: why");
    health.onHeard();
    assertThat(health.unasked()).isEmpty();
  }
}
