package dev.vertxmesh.balance.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EjectionTest {

  private static final long BASE = 10;
  private static final long MOST = 35;

  private final Ejection ejection = new Ejection();

  private long eject(long now) {
    return ejection.toEjected("sick", BASE, MOST, now);
  }

  @Test
  void aCallMayTryItOnceItsTimeIsOver() {
    assertThat(ejection.isEjected()).isFalse();
    assertThat(ejection.isProbeDue(100)).isFalse();
    assertThat(eject(100)).isEqualTo(BASE);
    assertThat(ejection.isEjected()).isTrue();
    assertThat(ejection.why()).isEqualTo("sick");
    assertThat(ejection.until()).isEqualTo(110);
    assertThat(ejection.isProbeDue(109)).isFalse();
    assertThat(ejection.isProbeDue(110)).isTrue();
  }

  @Test
  void theClockMayPassFromTheHighestToTheLowest() {
    eject(Long.MAX_VALUE - 5);
    assertThat(ejection.isProbeDue(Long.MAX_VALUE)).isFalse();
    assertThat(ejection.isProbeDue(Long.MIN_VALUE + 3)).isFalse();
    assertThat(ejection.isProbeDue(Long.MIN_VALUE + 4)).isTrue();
  }

  @Test
  void whileOneTriesItOthersWait() {
    eject(0);
    assertThat(ejection.isProbing()).isFalse();
    ejection.toProbing(500);
    assertThat(ejection.isProbing()).isTrue();
    assertThat(ejection.isProbeDue(499)).isFalse();
    ejection.toWaiting(20);
    assertThat(ejection.isProbing()).isFalse();
    assertThat(ejection.isProbeDue(20)).isTrue();
    ejection.toProbing(500);
    eject(30);
    assertThat(ejection.isProbing()).isFalse();
  }

  @Test
  void eachTimeIsTwiceAsLongUpToTheMost() {
    assertThat(eject(0)).isEqualTo(10);
    assertThat(eject(10)).isEqualTo(20);
    assertThat(eject(30)).isEqualTo(MOST);
    assertThat(eject(65)).isEqualTo(MOST);
    Ejection other = new Ejection();
    other.toEjected("sick", 10, 41, 0);
    other.toEjected("sick", 10, 41, 0);
    assertThat(other.toEjected("sick", 10, 41, 0)).isEqualTo(40);
  }

  @Test
  void itBeginsAnewOnlyForWhoWasWellForLongerThanItLasted() {
    eject(0);
    ejection.toProbing(15);
    ejection.toBack(20);
    assertThat(ejection.isEjected()).isFalse();
    assertThat(ejection.isProbing()).isFalse();
    assertThat(ejection.why()).isEmpty();
    assertThat(ejection.isProbeDue(1_000)).isFalse();
    assertThat(eject(30)).as("well for as long").isEqualTo(20);
    ejection.toBack(50);
    assertThat(eject(71)).as("well for longer").isEqualTo(10);
  }

  /** By setting it may be days, and days twenty times doubled are no number. */
  @Test
  void aLongTimeStaysAsLongHoweverOftenItFails() {
    long days = TimeUnit.DAYS.toNanos(3);
    for (int i = 0; i < 70; i++) {
      assertThat(ejection.toEjected("sick", days, days, 0)).as("time %d", i).isEqualTo(days);
    }
    Ejection brief = new Ejection();
    for (int i = 0; i < 70; i++) {
      brief.toEjected("sick", 1, days, 0);
    }
    assertThat(brief.until()).isEqualTo(1 << 20);
  }
}
