package dev.vertxmesh.bridge.dubbo.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the log says that a provider doesn't tell what it exports. */
class DubboServedTest implements BackendOwner {

  private static final Logger LOG = Logger.getLogger(DubboServed.class.getName());
  private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);

  private final List<String> lines = new ArrayList<>();
  private final Lines handler = new Lines();
  private final Vertx vertx = Vertx.vertx();
  private final DubboServed served =
      new DubboServed(this, NOBODY, null, vertx.getOrCreateContext());
  private boolean connected = true;

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
  void close() throws Exception {
    LOG.removeHandler(handler);
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private void silent(int times) {
    for (int i = 0; i < times; i++) {
      served.onSilence("no answer", false);
    }
  }

  @Test
  void aProviderThatIsStillStartingIsNoWarning() {
    silent(3);
    served.onExports(Exports.NONE, "telnet");
    silent(3);
    assertThat(lines).isEmpty();
  }

  @Test
  void oneThatStaysSilentIsOne() {
    silent(10);
    assertThat(lines)
        .containsExactly(
            "dubbo h:1: can't find out what it exports; name it with --service. Tried no answer");
  }

  @Test
  void oneThatNeverTellsIsOneAtOnce() {
    served.onSilence("it's dubbo-go", true);
    assertThat(lines).hasSize(1);
  }

  @Test
  void whileItIsAwayItsSilenceIsNoSurprise() {
    connected = false;
    silent(10);
    connected = true;
    silent(3);
    assertThat(lines).isEmpty();
  }

  @Override
  public String where() {
    return "dubbo h:1";
  }

  @Override
  public HostPort address() {
    return NOBODY;
  }

  @Override
  public boolean isNamed() {
    return false;
  }

  @Override
  public String advice() {
    return "name it with --service";
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public void onServed() {}
}
