package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.ExportsPoller;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Strangers;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an agent asks a provider that nobody calls leaves nothing in the provider's log. The agents'
 * questions are asked here a hundred times as often: what they ask in a minute takes less than a
 * second. But for heartbeats: who answers echoes is sent none, and a machine that stands still for
 * three hundredths of their minute would have the agent connect anew, which Dubbo logs.
 */
class QuietProvidersIT implements BackendObserver, ExportsPoller.Listener {

  private static final int FASTER = 100;
  private static final int ECHOES = 5_000 / FASTER;
  private static final int QUESTIONS = (int) ExportsPoller.INTERVAL_MILLIS / FASTER;

  /** Answers to echoes in a minute. */
  private static final int MINUTE = 12;

  private static final String ORDERS = "com.example.orders.OrderService";

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "2.7.23", "3.3.6"})
  void aMinutesQuestionsLeaveNothingInDubbosLog(String release) {
    try (DubboServer provider =
        new DubboServer(Provider.dubbo(release), Ports.free()).talkative()) {
      provider.start();
      beginAsking(provider.port(), Samples.HELLO);
      await().until(() -> asked.get() > 1);
      assertStaysQuiet(provider.process());
      int before = asked.get();
      await().until(() -> asked.get() > before + MINUTE);
      assertStaysQuiet(provider.process());
    }
  }

  @Test
  void norInDubboGos() {
    int port = Ports.free();
    Child provider = Strangers.go("dubboprovider", "dubbo", "" + port);
    provider.awaitLine(Pattern.compile("^ready: "));
    beginAsking(port, ORDERS);
    await().until(() -> asked.get() == 1);
    assertStaysQuiet(provider);
    assertThat(asked).hasValue(1);
    assertThat(provider.lines()).filteredOn(line -> line.contains("this exporter")).hasSize(1);
    assertThat(provider.log()).doesNotContain("illegal package");
  }

  private void beginAsking(int port, String service) {
    Context context = vertx.getOrCreateContext();
    HostPort address = new HostPort("127.0.0.1", port);
    ExportsQuery query = new ExportsQuery(vertx, address, new HostPort("127.0.0.1", 1), null);
    new ExportsPoller(context, query, QUESTIONS, this).start();
    JsonObject options =
        new JsonObject().put("host", "127.0.0.1").put("port", port).put("echoInterval", ECHOES);
    DubboBridge bridge =
        DubboBridge.open(context, DubboOptions.from(options, null), this, ApiClasses.NONE);
    bridge.watch(() -> List.of(ServiceKey.of(service)), () -> {});
  }

  /** Once it has told of the connections, a minute passes without a line. */
  private void assertStaysQuiet(Child provider) {
    await()
        .until(
            () -> {
              int lines = provider.lines().size();
              passMinute();
              return provider.lines().size() == lines;
            });
    int lines = provider.lines().size();
    passMinute();
    assertThat(provider.lines().subList(lines, provider.lines().size())).isEmpty();
  }

  private void passMinute() {
    int before = reads.get();
    await().until(() -> reads.get() > before + MINUTE);
  }

  @Override
  public void onBytesRead(int count) {
    reads.incrementAndGet();
  }

  @Override
  public void onExports(Exports exports, String how) {
    asked.incrementAndGet();
  }

  @Override
  public void onSilence(String problem, boolean isFinal) {
    asked.incrementAndGet();
  }
}
