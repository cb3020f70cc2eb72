package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import io.netty.buffer.ByteBuf;
import org.junit.jupiter.api.Test;

class PendingResponsesTest {

  private final PendingResponses outstanding = new PendingResponses();

  private static final class Asked implements PendingResponse {
    private boolean abandoned;

    @Override
    public void onResponse(int flags, int status, ByteBuf body) {}

    @Override
    public void onLost(CallFailure cause) {}

    @Override
    public boolean isAbandoned() {
      return abandoned;
    }
  }

  @Test
  void whatSomebodyWaitsForStays() {
    Asked asked = new Asked();
    outstanding.put(7, asked);
    for (int i = 0; i < 10; i++) {
      assertThat(outstanding.sweep()).isEmpty();
    }
    assertThat(outstanding.take(7)).isSameAs(asked);
    assertThat(outstanding.take(7)).isNull();
  }

  @Test
  void whatNobodyWaitsForIsGivenUpAtTheThirdSweep() {
    Asked asked = new Asked();
    outstanding.put(7, asked);
    outstanding.put(8, new Asked());
    assertThat(outstanding.sweep()).isEmpty();
    asked.abandoned = true;
    assertThat(outstanding.sweep()).isEmpty();
    assertThat(outstanding.sweep()).isEmpty();
    assertThat(outstanding.sweep()).containsExactly(asked);
    assertThat(outstanding.size()).isOne();
    assertThat(outstanding.take(7)).isNull();
  }

  @Test
  void anAnswerInBetweenCounts() {
    Asked asked = new Asked();
    asked.abandoned = true;
    outstanding.put(7, asked);
    outstanding.sweep();
    outstanding.sweep();
    assertThat(outstanding.take(7)).isSameAs(asked);
    assertThat(outstanding.sweep()).isEmpty();
  }

  @Test
  void allAreTakenAtTheEnd() {
    outstanding.put(1, new Asked());
    outstanding.put(2, new Asked());
    assertThat(outstanding.takeAll()).hasSize(2);
    assertThat(outstanding.size()).isZero();
  }
}
