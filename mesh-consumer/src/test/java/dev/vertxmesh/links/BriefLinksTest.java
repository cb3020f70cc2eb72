package dev.vertxmesh.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.net.Backoff;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Links to somebody who greets and ends them at once, in virtual time. */
class BriefLinksTest {

  private static final Logger LOG = Logger.getLogger(LinkEndpoint.class.getName());

  private final List<String> lines = new ArrayList<>();
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

  private final Timers dialer = new Timers();
  private LinkEndpoint endpoint;

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void stop() {
    LOG.removeHandler(handler);
  }

  private void begin() {
    Instance instance =
        new Instance("id", "127.0.0.1", 1, List.of(ServiceKey.of("a.B")), 1, Map.of(), 0, 0);
    Backoff backoff = new Backoff(50, 1_000, new SplittableRandom(1));
    endpoint = new LinkEndpoint(instance, dialer, backoff, true, () -> {});
  }

  private void greetAndEnd(String reason) {
    endpoint.onOpen();
    endpoint.onClosed(reason);
  }

  @Test
  void whoGreetsAndRefusesIsDialledMoreAndMoreSeldomAndSaidOnce() {
    dialer.onDial = () -> dialer.after(1, () -> greetAndEnd("refused"));
    begin();
    dialer.passTo(5_000);
    assertThat(dialer.dials).isBetween(5, 15);
    assertThat(lines)
        .containsExactly("mesh-provider 127.0.0.1:1: open", "mesh-provider 127.0.0.1:1: refused");
  }

  @Test
  void anotherReasonIsSaidAndSoIsTheLinkThatStandsAtLast() {
    begin();
    greetAndEnd("refused");
    dialer.passTo(10);
    greetAndEnd("another");
    dialer.passTo(1_000);
    endpoint.onOpen();
    dialer.passTo(1_000 + LinkEndpoint.STEADY_MILLIS - 1);
    assertThat(lines).last().asString().endsWith(": another");
    dialer.passTo(1_000 + LinkEndpoint.STEADY_MILLIS);
    assertThat(lines).hasSize(4).last().asString().endsWith(": open");
  }

  @Test
  void aLinkThatHasStoodIsMadeAnewAtOnce() {
    begin();
    for (int i = 0; i < 3; i++) {
      endpoint.onOpen();
      dialer.passTo(dialer.now + LinkEndpoint.STEADY_MILLIS);
      int before = dialer.dials;
      endpoint.onClosed("the agent is stopping");
      dialer.passTo(dialer.now + 1);
      assertThat(dialer.dials).isEqualTo(before + 1);
    }
    assertThat(lines).hasSize(6);
  }

  /** Dials nobody, and has a clock of its own. */
  private static final class Timers extends Dialer {

    private record Timer(long at, int number, Runnable action) {}

    private final PriorityQueue<Timer> timers =
        new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingInt(Timer::number));
    private Runnable onDial = () -> {};
    private long now;
    private int number;
    private int dials;

    Timers() {
      super(null, null, null);
    }

    @Override
    Future<ClientLink> dial(Instance instance, ClientLink.Owner owner) {
      dials++;
      onDial.run();
      return Future.succeededFuture();
    }

    @Override
    boolean isEncrypted() {
      return true;
    }

    @Override
    void after(long millis, Runnable action) {
      timers.add(new Timer(now + Math.max(1, millis), number++, action));
    }

    void passTo(long time) {
      while (!timers.isEmpty() && timers.peek().at() <= time) {
        Timer due = timers.poll();
        now = due.at();
        due.action().run();
      }
      now = time;
    }
  }
}
