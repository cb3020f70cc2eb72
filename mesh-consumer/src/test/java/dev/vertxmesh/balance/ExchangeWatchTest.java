package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExchangeWatchTest {

  private long now = 1_000;
  private final ExchangeWatch watch = new ExchangeWatch(() -> now);
  private final FilledStream requests = new FilledStream(() -> {});
  private int answers;
  private final Call call =
      new Call(
          new Target(ServiceKey.of("s"), "m", ""),
          Encoding.GRPC,
          Unpooled.EMPTY_BUFFER,
          Map.of(),
          Deadline.none(0));
  private final Exchange watched = watched();

  private Exchange watched() {
    call.exchange(new Exchange(requests, (metadata, messages) -> answers++));
    return watch.over(call);
  }

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
    assertThat(call.record().at(Stage.ANSWERED)).isEqualTo(now - 10_000);
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

  @Test
  void whoAnswersAtOnceTookNoTime() {
    read();
    requests.end();
    answer();
    now += 5;
    assertThat(watch.took(now)).isZero();
  }

  @Test
  void theReaderHearsWhatItWouldWithoutIt() {
    List<String> heard = new ArrayList<>();
    ReadStream<Buffer> stream = watched.requests();
    assertThat(stream.endHandler(end -> heard.add("end"))).isSameAs(stream);
    assertThat(stream.exceptionHandler(cause -> heard.add(cause.getMessage()))).isSameAs(stream);
    assertThat(stream.handler(bytes -> heard.add(bytes.toString()))).isSameAs(stream);
    assertThat(stream.pause()).isSameAs(stream);
    requests.add(Buffer.buffer("one"));
    requests.add(Buffer.buffer("two"));
    assertThat(heard).isEmpty();
    assertThat(stream.fetch(1)).isSameAs(stream);
    assertThat(heard).containsExactly("one");
    assertThat(stream.resume()).isSameAs(stream);
    requests.end();
    assertThat(heard).containsExactly("one", "two", "end");
  }

  @Test
  void whoHearsNoEndAnyMoreIsNotToldOfIt() {
    List<String> heard = new ArrayList<>();
    watched.requests().endHandler(end -> heard.add("end")).endHandler(null).resume();
    requests.end();
    assertThat(heard).isEmpty();
  }

  @Test
  void theReaderHearsThatTheRequestsBrokeOff() {
    List<String> heard = new ArrayList<>();
    watched.requests().exceptionHandler(cause -> heard.add(cause.getMessage())).resume();
    requests.fail(new IllegalStateException("gone"));
    assertThat(heard).containsExactly("gone");
  }
}
