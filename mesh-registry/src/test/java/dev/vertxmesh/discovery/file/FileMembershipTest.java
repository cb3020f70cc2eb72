package dev.vertxmesh.discovery.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileMembershipTest {

  private static final long NOW = 1_000_000;
  private static final long LOOK = 1_000;
  private static final OwnerProcess SELF = OwnerProcess.current();
  private static final OwnerProcess ELSEWHERE =
      new OwnerProcess(1, 1, "another boot/another namespace");

  private final FileMembership membership = new FileMembership();

  @Test
  void keepsWhoseProcessIsThere() {
    assertThat(membership.update(listing(SELF, 0), NOW)).isEmpty();
    assertThat(membership.instances()).hasSize(1);
  }

  @Test
  void leavesOutAPidThatWasGivenAgain() {
    OwnerProcess former = new OwnerProcess(SELF.pid(), SELF.started() - 1, SELF.machine());
    assertThat(membership.update(listing(former, NOW), NOW)).containsExactly("a");
    assertThat(membership.instances()).isEmpty();
  }

  @Test
  void leavesOutAPidThatNobodyHas() {
    OwnerProcess nobody = new OwnerProcess(Integer.MAX_VALUE, 1, SELF.machine());
    assertThat(membership.update(listing(nobody, NOW), NOW)).containsExactly("a");
  }

  @Test
  void countsAnOwnerElsewhereWhileTheTimeOfItsEntryChanges() {
    for (int look = 0; look < 100; look++) {
      assertThat(membership.update(listing(ELSEWHERE, look), NOW + look * LOOK)).isEmpty();
    }
    long last = NOW + 99 * LOOK;
    for (long silent = LOOK; silent <= FileMembership.SILENCE_MILLIS; silent += LOOK) {
      assertThat(membership.update(listing(ELSEWHERE, 99), last + silent)).isEmpty();
    }
    assertThat(
            membership.update(listing(ELSEWHERE, 99), last + FileMembership.SILENCE_MILLIS + LOOK))
        .containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(longs = {-86_400_000, -10_000, 10_000, 86_400_000})
  void doesNotCareHowTheClocksOfOthersGo(long step) {
    long theirs = 1_763_636_400_123L;
    for (int look = 0; look < 30; look++) {
      theirs += look == 15 ? step : LOOK;
      assertThat(membership.update(listing(ELSEWHERE, theirs), NOW + look * LOOK)).isEmpty();
    }
    assertThat(membership.instances()).hasSize(1);
  }

  @Test
  void hearsNobodyWhileItsOwnProcessStandsStill() {
    membership.update(listing(ELSEWHERE, 1), NOW);
    assertThat(membership.update(listing(ELSEWHERE, 1), NOW + 60_000)).isEmpty();
    assertThat(membership.update(listing(ELSEWHERE, 2), NOW + 61_000)).isEmpty();
    assertThat(membership.instances()).hasSize(1);
  }

  @Test
  void believesAWithdrawalAtOnce() {
    membership.update(listing(SELF, NOW), NOW);
    membership.update(nothing(), NOW);
    assertThat(membership.instances()).isEmpty();
  }

  @Test
  void holdsOnToThePresentForAWhileWhenTheFolderWasReplaced() {
    membership.update(listing(SELF, NOW), NOW);
    membership.hold(NOW);
    membership.update(nothing(), NOW + FileMembership.HOLD_MILLIS - 1);
    assertThat(membership.instances()).hasSize(1);
    membership.update(nothing(), NOW + FileMembership.HOLD_MILLIS);
    assertThat(membership.instances()).isEmpty();
  }

  private static Folder.Listing listing(OwnerProcess owner, long modified) {
    Instance instance = new Instance("a", "h", 1, List.of(), 1, Map.of(), 0, 0);
    return new Folder.Listing(
        Map.of("a", new Entry(instance, owner)), Map.of("a", modified), Map.of());
  }

  private static Folder.Listing nothing() {
    return new Folder.Listing(Map.of(), Map.of(), Map.of());
  }
}
