package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BalancerTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private final FakeEndpoint a = new FakeEndpoint("a", 1);
  private final FakeEndpoint b = new FakeEndpoint("b", 1);
  private final Balancer balancer =
      new Balancer(
          service -> GroupSettings.plain(BalanceMode.ROUND_ROBIN, new SplittableRandom(1)),
          HashKey.NOTHING,
          () -> 0,
          "mesh-consumer");

  @Test
  void sendsCallsToTheEndpointsOfTheirService() {
    balancer.update(Map.of(HELLO, List.of(a), ServiceKey.of("com.x.Other"), List.of(b)));
    assertThat(answerTo(HELLO)).isEqualTo("a");
    assertThat(answerTo(ServiceKey.of("com.x.Other"))).isEqualTo("b");
  }

  @Test
  void keepsItsPlaceInTheRoundWhileTheEndpointsStayTheSame() {
    balancer.update(Map.of(HELLO, List.of(a, b)));
    assertThat(answerTo(HELLO)).isEqualTo("a");
    balancer.update(Map.of(HELLO, List.of(a, b)));
    assertThat(answerTo(HELLO)).isEqualTo("b");
  }

  @Test
  void saysThatItMayBeTooEarlyWhileNothingIsRegistered() {
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("knows no instance");
  }

  @Test
  void saysWhenNoSuchServiceIsRegistered() {
    balancer.update(Map.of(ServiceKey.of("com.x.Other"), List.of(b)));
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.NO_SERVICE);
    assertThat(failure).hasMessage("interface: no service com.x.Hello is registered");
    assertThat(balancer.knows(HELLO)).isFalse();
  }

  @Test
  void namesTheVersionsAndGroupsThatThereAre() {
    balancer.update(Map.of(new ServiceKey("com.x.Hello", "blue", "1.0"), List.of(a)));
    assertThat(failureOf(HELLO)).hasMessageContaining("there is com.x.Hello:1.0@blue");
  }

  @Test
  void saysWhyNoEndpointCanBeReached() {
    balancer.update(Map.of(HELLO, List.of(a)));
    a.open = false;
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("a connection refused");
  }

  @Test
  void tellsAServiceThatIsDownFromOneThatNeverWas() {
    balancer.update(Map.of(HELLO, List.of(a)));
    balancer.update(Map.of());
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("every instance has left the registry");
    assertThat(balancer.knows(HELLO)).isTrue();
  }

  private String answerTo(ServiceKey service) {
    Reply reply = call(service).result();
    try {
      return reply.payload().toString(StandardCharsets.UTF_8);
    } finally {
      reply.payload().release();
    }
  }

  private CallFailure failureOf(ServiceKey service) {
    return (CallFailure) call(service).cause();
  }

  private Future<Reply> call(ServiceKey service) {
    return balancer.call(
        new Call(
            new Target(service, "m", ""),
            Encoding.TEXT,
            ByteBufAllocator.DEFAULT.directBuffer(8),
            Map.of(),
            new Deadline(0)));
  }
}
