package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.exchange.FilledStream;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExchangeWatchTest {

  private long now = 1_000;
  private final ExchangeWatch watch = new ExchangeWatch(() -> now);
  private final FilledStream requests = new FilledStream(() -> {});
  private int answers;
  private final Exchange watched =
      watch.over(new Exchange(requests, (metadata, messages) -> answers++));

  private void read() {
    watched.requests().endHandler(end -> {}).handler(bytes -> {}).resume();
  }

  private void answer() {
    watched.answer(Map.of(), FilledStream.of(Buffer.buffer()));
  }

  @Test
  void anEndpointTakesFromTheLastRequestToTheBeginningOfTheAnswer() {
    read();
    now += 10_000; // the caller takes its time
    requests.end();
    now += 5;
    answer();
    now += 10_000; // and reads the answer as slowly
    assertThat(watch.took(now)).isEqualTo(5);
    assertThat(watch.isAnswered()).isTrue();
    assertThat(answers).isOne();
  }

  @Test
  void whoHasNotAnsweredTakesUntilNow() {
    read();
    requests.end();
    now += 7;
    assertThat(watch.took(now)).isEqualTo(7);
    assertThat(watch.isAnswered()).isFalse();
  }

  @Test
  void ofAConversationNobodyCanTell() {
    read();
    assertThat(watch.took(now)).isEqualTo(ExchangeWatch.UNKNOWN);
    answer();
    now += 3;
    assertThat(watch.took(now)).isEqualTo(ExchangeWatch.UNKNOWN);
    requests.end();
    assertThat(watch.took(now)).isEqualTo(ExchangeWatch.UNKNOWN);
  }
}
