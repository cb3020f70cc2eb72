package dev.vertxmesh.discovery.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RosterTest {

  private static final long NOW = 1_000_000;
  private static final long LOOK = 1_000;
  private static final Owner SELF = Owner.current();
  private static final Owner ELSEWHERE = new Owner(1, 1, "another boot/another namespace");

  private final Roster roster = new Roster();

  @Test
  void keepsWhoseProcessIsThere() {
    assertThat(roster.update(listing(SELF, 0), NOW)).isEmpty();
    assertThat(roster.instances()).hasSize(1);
  }

  @Test
  void leavesOutAPidThatWasGivenAgain() {
    Owner former = new Owner(SELF.pid(), SELF.started() - 1, SELF.machine());
    assertThat(roster.update(listing(former, NOW), NOW)).containsExactly("a");
    assertThat(roster.instances()).isEmpty();
  }

  @Test
  void leavesOutAPidThatNobodyHas() {
    Owner nobody = new Owner(Integer.MAX_VALUE, 1, SELF.machine());
    assertThat(roster.update(listing(nobody, NOW), NOW)).containsExactly("a");
  }

  @Test
  void countsAnOwnerElsewhereWhileTheTimeOfItsEntryChanges() {
    for (int look = 0; look < 100; look++) {
      assertThat(roster.update(listing(ELSEWHERE, look), NOW + look * LOOK)).isEmpty();
    }
    long last = NOW + 99 * LOOK;
    for (long silent = LOOK; silent <= Roster.SILENCE_MILLIS; silent += LOOK) {
      assertThat(roster.update(listing(ELSEWHERE, 99), last + silent)).isEmpty();
    }
    assertThat(roster.update(listing(ELSEWHERE, 99), last + Roster.SILENCE_MILLIS + LOOK))
        .containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(longs = {-86_400_000, -10_000, 10_000, 86_400_000})
  void doesNotCareHowTheClocksOfOthersGo(long step) {
    long theirs = 1_763_636_400_123L;
    for (int look = 0; look < 30; look++) {
      theirs += look == 15 ? step : LOOK;
      assertThat(roster.update(listing(ELSEWHERE, theirs), NOW + look * LOOK)).isEmpty();
    }
    assertThat(roster.instances()).hasSize(1);
  }

  @Test
  void hearsNobodyWhileItsOwnProcessStandsStill() {
    roster.update(listing(ELSEWHERE, 1), NOW);
    assertThat(roster.update(listing(ELSEWHERE, 1), NOW + 60_000)).isEmpty();
    assertThat(roster.update(listing(ELSEWHERE, 2), NOW + 61_000)).isEmpty();
    assertThat(roster.instances()).hasSize(1);
  }

  @Test
  void believesAWithdrawalAtOnce() {
    roster.update(listing(SELF, NOW), NOW);
    roster.update(nothing(), NOW);
    assertThat(roster.instances()).isEmpty();
  }

  @Test
  void holdsOnToThePresentForAWhileWhenTheFolderWasReplaced() {
    roster.update(listing(SELF, NOW), NOW);
    roster.hold(NOW);
    roster.update(nothing(), NOW + Roster.HOLD_MILLIS - 1);
    assertThat(roster.instances()).hasSize(1);
    roster.update(nothing(), NOW + Roster.HOLD_MILLIS);
    assertThat(roster.instances()).isEmpty();
  }

  private static Folder.Listing listing(Owner owner, long modified) {
    Instance instance = new Instance("a", "h", 1, List.of(), 1, Map.of(), 0, 0);
    return new Folder.Listing(
        Map.of("a", new Entry(instance, owner)), Map.of("a", modified), Map.of());
  }

  private static Folder.Listing nothing() {
    return new Folder.Listing(Map.of(), Map.of(), Map.of());
  }
}
