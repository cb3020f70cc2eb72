package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupTest {

  private final FakeEndpoint a = new FakeEndpoint("a", 1);
  private final FakeEndpoint b = new FakeEndpoint("b", 3);

  @ParameterizedTest
  @EnumSource
  void allMayLeaveAndComeBack(BalanceMode mode) {
    Group group = Members.group(mode, List.of());
    assertThat(group.pick(HashKey.NONE, 0)).isNull();
    group.update(List.of(a), 1);
    assertThat(group.pick(HashKey.NONE, Members.seconds(1)).endpoint()).isSameAs(a);
    group.update(List.of(), 2);
    assertThat(group.pick(HashKey.NONE, Members.seconds(2))).isNull();
    group.update(List.of(b, a), 3);
    assertThat(group.pick(HashKey.NONE, Members.seconds(3))).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void whoHasLeftIsHeldNoMore(BalanceMode mode) {
    Group group = Members.group(mode, List.of());
    WeakReference<Endpoint> gone = called(group);
    group.update(List.of(), 2);
    await().until(() -> isCollected(gone));
    assertThat(group.departure().words(2)).contains("every instance has left");
  }

  private static WeakReference<Endpoint> called(Group group) {
    Endpoint only = new FakeEndpoint("only", 1);
    group.update(List.of(only), 1);
    assertThat(group.pick(HashKey.NONE, 1).endpoint()).isSameAs(only);
    return new WeakReference<>(only);
  }

  private static boolean isCollected(WeakReference<?> reference) {
    System.gc();
    return reference.get() == null;
  }

  @ParameterizedTest
  @EnumSource
  void aWeightThatChangesInPlaceCounts(BalanceMode mode) {
    Group group = Members.group(mode, List.of(a, b));
    a.weight = 30_000;
    group.update(List.of(a, b), Members.seconds(1));
    Map<Endpoint, Long> calls =
        Members.calls(
            group, 5_000, Members.seconds(2), Members.seconds(4), any -> Outcome.ANSWERED);
    assertThat(calls.get(a)).isGreaterThan(4_300);
  }

  @ParameterizedTest
  @EnumSource
  void aCallGoesAgainToWhoHasNotHadIt(BalanceMode mode) {
    FakeEndpoint[] all = Members.weighing(1, 100, 1);
    Group group = Members.group(mode, List.of(all));
    for (int i = 0; i < 100; i++) {
      List<Member> tried = new ArrayList<>(List.of(group.pick(i, i)));
      tried.add(group.pickOther(i, tried, i));
      tried.add(group.pickOther(i, tried, i));
      assertThat(tried).doesNotHaveDuplicates().doesNotContainNull();
      assertThat(group.pickOther(i, tried, i)).isNull();
    }
    Map<Endpoint, Long> afterwards =
        Members.calls(group, 10_200, 1_000, 2_000, any -> Outcome.ANSWERED);
    assertThat(afterwards.get(all[1])).isBetween(9_900L, 10_100L);
  }

  @ParameterizedTest
  @EnumSource
  void butNotToWhoCannotBeReached(BalanceMode mode) {
    Group group = Members.group(mode, List.of(a, b));
    b.open = false;
    Member member = group.pick(HashKey.NONE, 0);
    assertThat(group.pickOther(HashKey.NONE, List.of(member), 0)).isNull();
    b.open = true;
    assertThat(group.pickOther(HashKey.NONE, List.of(member), 0).endpoint()).isSameAs(b);
  }

  @Test
  void callsThatAreMadeAgainLeaveTheSharesAlone() {
    Group group = Members.group(BalanceMode.ROUND_ROBIN, List.of(Members.weighing(1, 1, 1, 1)));
    Map<Member, Integer> picks = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      Member first = group.pick(HashKey.NONE, i);
      picks.merge(first, 1, Integer::sum);
      if (i % 5 == 0) {
        picks.merge(group.pickOther(HashKey.NONE, List.of(first), i), 1, Integer::sum);
      }
    }
    assertThat(picks.values()).allMatch(count -> Math.abs(count - 3_000) < 60);
  }

  @Test
  void whoseCallsAreGivenUpForFasterAnswersIsSeenToBeSlow() {
    FakeEndpoint[] all = Members.weighing(1, 1, 1);
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of(all));
    all[0].serviceNanos = Members.millis(10);
    all[1].serviceNanos = Members.millis(10);
    all[2].serviceNanos = Members.millis(100); // and so a hedge is answered before
    Map<Endpoint, Long> calls =
        Members.calls(
            group,
            10_000,
            0,
            Members.seconds(20),
            endpoint -> endpoint == all[2] ? Outcome.GIVEN_UP : Outcome.ANSWERED);
    assertThat(calls.get(all[2])).isBetween(300L, 800L);
    assertThat(group.view(0)).extracting(MemberView::success).containsOnly(1.0);
  }

  @ParameterizedTest
  @EnumSource(names = {"ADAPTIVE", "PEAK_EWMA"})
  void whoseMethodsThrowAtOnceIsNotTakenForFast(BalanceMode mode) {
    FakeEndpoint[] all = Members.weighing(1, 1, 1);
    Group group = Members.group(mode, List.of(all));
    all[0].serviceNanos = Members.millis(50);
    all[1].serviceNanos = Members.millis(50);
    all[2].serviceNanos = Members.millis(50);
    Members.calls(group, 3_000, 0, Members.seconds(6), endpoint -> Outcome.ANSWERED);
    all[2].serviceNanos = 0;
    Map<Endpoint, Long> calls =
        Members.calls(
            group,
            3_000,
            Members.seconds(6),
            Members.seconds(12),
            endpoint -> endpoint == all[2] ? Outcome.THREW : Outcome.ANSWERED);
    assertThat(calls.get(all[2])).isLessThan(1_100);
    assertThat(group.view(0)).extracting(MemberView::ejected).containsOnly(false);
  }

  @Test
  void callsEndWellThoughTheirEndpointHasLeft() {
    Group group = Members.group(BalanceMode.ADAPTIVE, List.of(a));
    Member member = group.pick(HashKey.NONE, 0);
    group.begun(member);
    group.update(List.of(b), 1);
    group.ended(member, false, Outcome.FAILED, 1, 2);
    assertThat(group.view(3)).extracting(MemberView::endpoint).containsExactly("b");
    assertThat(group.view(3)).extracting(MemberView::share).containsExactly(1.0);
  }
}
