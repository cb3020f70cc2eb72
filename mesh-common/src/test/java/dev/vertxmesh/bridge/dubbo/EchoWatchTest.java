package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class EchoWatchTest {

  private static final ServiceKey HELLO = ServiceKey.of("a.Hello");
  private static final ServiceKey USERS = ServiceKey.of("a.Users");
  private static final int OK = 20;
  private static final int BUSY = 100;
  private static final int MISSING = 70;

  private List<ServiceKey> services = List.of(HELLO, USERS);
  private final EchoWatch watch = new EchoWatch(() -> services);

  @Test
  void asksOneServiceAfterTheOther() {
    assertThat(watch.onTick()).isEqualTo(HELLO);
    watch.came(OK, false);
    assertThat(watch.onTick()).isEqualTo(USERS);
    watch.came(OK, false);
    assertThat(watch.onTick()).isEqualTo(HELLO);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void asksNothingWhileNoServiceIsKnown() {
    services = List.of();
    assertThat(watch.onTick()).isNull();
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aProviderThatIsSilentForTwoTicksIsAProblemUntilItAnswers() {
    watch.onTick();
    assertThat(watch.onTick()).isNull();
    assertThat(watch.problem()).isNull();
    watch.onTick();
    assertThat(watch.problem()).isEqualTo("the provider doesn't answer $echo");
    watch.came(OK, false);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void aBusyProviderIsAlive() {
    watch.onTick();
    watch.onTick();
    watch.onTick();
    watch.came(BUSY, false);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void oneMissingServiceIsNoProblemButAllAre() {
    watch.onTick();
    watch.came(MISSING, false);
    assertThat(watch.problem()).isNull();
    watch.onTick();
    watch.came(MISSING, false);
    assertThat(watch.problem()).startsWith("the provider has none of its services: a.Hello");
    watch.onTick();
    watch.came(OK, false);
    assertThat(watch.problem()).isNull();
  }

  @Test
  void whatWasKnownOfALostConnectionIsVoid() {
    watch.onTick();
    watch.onTick();
    watch.onTick();
    watch.lost(new CallFailure(Status.LOST, "here", "gone"));
    assertThat(watch.problem()).isNull();
    assertThat(watch.onTick()).isNotNull();
  }
}
