package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.List;
import org.junit.jupiter.api.Test;

class BalancingOptionsTest {

  private static final ServiceKey CART = ServiceKey.parse("com.x.Cart:1.0@blue");

  private final BalancingOptions options = new BalancingOptions();

  @Test
  void withoutARuleCallsAreSpreadByWhatEachGetsDone() {
    assertThat(options.mode(CART)).isEqualTo(BalanceMode.ADAPTIVE);
    assertThat(options.hashKey()).isSameAs(HashKey.NOTHING);
    assertThat(options.ejection()).isEqualTo(EjectionOptions.DEFAULT);
  }

  @Test
  void theServicesOwnRuleWinsWhereverItStandsAndTheLastOfThem() {
    options.balance =
        List.of(
            rule("com.x.Cart:1.0@blue=random"),
            rule("com.x.Cart:1.0@blue=hash"),
            rule("round-robin"),
            rule("peak-ewma"));
    assertThat(options.mode(CART)).isEqualTo(BalanceMode.HASH);
    assertThat(options.mode(ServiceKey.of("com.x.Cart"))).isEqualTo(BalanceMode.PEAK_EWMA);
  }

  @Test
  void aRuleThatIsNoneIsRefusedWithWhatIsExpected() {
    for (String wrong : List.of("fastest", "com.x.Cart=", "=hash", "com.x.Cart=fastest", "")) {
      assertThatThrownBy(() -> rule(wrong))
          .as(wrong)
          .isInstanceOf(Expected.class)
          .hasMessageContaining("[INTERFACE[:VERSION][@GROUP]=]HOW")
          .hasMessageContaining("adaptive, round-robin, random, least-in-flight, peak-ewma, hash");
    }
  }

  @Test
  void aHashKeyThatNoServiceGoesByIsRefused() {
    options.hashOn = "header:user";
    assertThatThrownBy(options::check)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--hash-on: ");
    options.balance = List.of(rule("com.x.Cart=hash"));
    options.check();
  }

  private static BalanceRule rule(String text) {
    return new BalanceRule.Converter().convert(text);
  }
}
