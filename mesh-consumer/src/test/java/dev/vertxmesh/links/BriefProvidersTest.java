package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Providers that take connections and end them at once, as over TLS 1.3 without a certificate. */
class BriefProvidersTest {

  private static final Logger LOG = Logger.getLogger(DirectEndpoint.class.getName());

  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private final Vertx vertx = Vertx.vertx();
  private final FakeKind fake = new FakeKind();

  @BeforeEach
  void begin() {
    LOG.addHandler(handler);
    BackendFactory factory = fake.with(new BackendSettings(1024, 1024, List.of(), false));
    DirectSetup setup =
        new DirectSetup(
            vertx.getOrCreateContext(), Map.of(fake.name(), factory), 1, System::nanoTime);
    Instance instance =
        new Instance(
            new Protocol("fake"), "id", "h", 7, List.of(ServiceKey.of("a.B")), 1, Map.of(), 0, 0);
    endpoint = new DirectEndpoint(instance, setup, () -> {});
  }

  private DirectEndpoint endpoint;

  @AfterEach
  void stop() {
    LOG.removeHandler(handler);
    endpoint.close();
    vertx.close();
  }

  private void takeAndEnd(String reason) {
    fake.connect();
    fake.connected = false;
    fake.observer.onDisconnected(reason);
  }

  @Test
  void areSaidOnceAndAgainWhenTheReasonIsAnother() {
    takeAndEnd("refused");
    takeAndEnd("refused");
    takeAndEnd("refused");
    takeAndEnd("gone");
    assertThat(lines).containsExactly("fake h:7: open", "fake h:7: refused", "fake h:7: gone");
  }

  @Test
  void areOpenOnceAConnectionStands() {
    takeAndEnd("refused");
    fake.connect();
    assertThat(endpoint.isOpen()).isTrue();
    await().until(() -> lines.size() > 2);
    fake.connected = false;
    fake.observer.onDisconnected("refused");
    assertThat(lines)
        .containsExactly(
            "fake h:7: open", "fake h:7: refused", "fake h:7: open", "fake h:7: refused");
  }
}
