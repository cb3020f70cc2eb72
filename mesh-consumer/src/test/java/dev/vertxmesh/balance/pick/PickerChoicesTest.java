package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.FakeEndpoint;
import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.picker.Candidate;
import dev.vertxmesh.picker.CandidatePicker;
import dev.vertxmesh.plugin.PickerPlugin;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whom pickers choose where chance says what the test wants it to. */
class PickerChoicesTest {

  private static final double WHOLE = 0x1.0p32;

  /** Says what it was told to, and then the last of it again and again. */
  private static final class Chance implements RandomGenerator {
    private final Deque<Long> longs = new ArrayDeque<>();
    private double real;
    private int asked;

    @Override
    public long nextLong() {
      asked++;
      return longs.size() > 1 ? longs.remove() : longs.element();
    }

    @Override
    public double nextDouble() {
      return real;
    }

    /** What draws this of so many, and there this part of it. */
    Chance slot(int slot, int of, double part) {
      longs.add((long) ((slot + 0.5) / of * WHOLE) << 32 | (long) (part * WHOLE));
      return this;
    }
  }

  private static FakeEndpoint endpoint(Member member) {
    return (FakeEndpoint) member.endpoint();
  }

  @Test
  void ofAllThatChanceMaySayEachMemberHasExactlyItsWeight() {
    for (int[] weights :
        new int[][] {{1}, {1, 1}, {1, 2, 7}, {5, 5, 1, 1}, {1, 1, 1, 97}, {9, 1}}) {
      Member[] members = Members.of(Members.weighing(weights));
      Map<Member, Integer> drawn = new HashMap<>();
      int parts = 1_000;
      for (int slot = 0; slot < members.length; slot++) {
        for (int part = 0; part < parts; part++) {
          Chance chance = new Chance().slot(slot, members.length, part / (double) parts);
          drawn.merge(new WeightedDraw(members, chance).usable(), 1, Integer::sum);
        }
      }
      double sum = IntStream.of(weights).sum();
      for (int i = 0; i < members.length; i++) {
        double share = drawn.get(members[i]) / (double) (parts * members.length);
        assertThat(Math.abs(share - weights[i] / sum)).isLessThan(0.002);
      }
    }
  }

  @Test
  void halfASlotIsItsOwnersUpToTheMiddle() {
    Member[] members = Members.of(Members.weighing(1, 3));
    double least = 1 / WHOLE;
    Chance chance = new Chance().slot(0, 2, 0.5 - least).slot(0, 2, 0.5).slot(1, 2, 1 - least);
    WeightedDraw draw = new WeightedDraw(members, chance);
    assertThat(draw.usable()).isSameAs(members[0]);
    assertThat(draw.usable()).isSameAs(members[1]);
    assertThat(draw.usable()).isSameAs(members[1]);
  }

  @Test
  void sixteenAreDrawnUntilTheFewThatMayBeAreSharedByWeight() {
    Member[] members = Members.of(Members.weighing(5, 1, 1, 2));
    endpoint(members[0]).open = false;
    Chance chance = new Chance().slot(0, 4, 0);
    WeightedDraw draw = new WeightedDraw(members, chance);
    chance.real = 0;
    assertThat(draw.usable()).isSameAs(members[1]);
    assertThat(chance.asked).isEqualTo(16);
    chance.real = 0.2499;
    assertThat(draw.usable()).isSameAs(members[1]);
    chance.real = 0.25;
    assertThat(draw.usable()).isSameAs(members[2]);
    chance.real = 0.5;
    assertThat(draw.usable()).isSameAs(members[3]);
    chance.real = 1; // by rounding
    assertThat(draw.usable()).isSameAs(members[3]);
    endpoint(members[1]).freeCredit = 0;
    endpoint(members[3]).freeCredit = 0;
    chance.real = 0.99;
    assertThat(draw.usable()).isSameAs(members[2]);
    endpoint(members[2]).freeCredit = 0;
    assertThat(draw.usable()).as("where nobody has credit it isn't asked for").isSameAs(members[3]);
  }

  @Test
  void whoHasNoCreditIsNotDrawnWhereAnotherHasSome() {
    Member[] members = Members.of(Members.weighing(1, 1));
    endpoint(members[0]).freeCredit = 0;
    Chance chance = new Chance().slot(0, 2, 0).slot(1, 2, 0);
    assertThat(new WeightedDraw(members, chance).usable()).isSameAs(members[1]);
    assertThat(chance.asked).isEqualTo(2);
  }

  @Test
  void anotherThanTheFirstIsDrawnForFourTimes() {
    Member[] members = Members.of(Members.weighing(1, 1));
    Chance chance = new Chance().slot(0, 2, 0);
    TwoChoices two = new TwoChoices(members, LoadMetric.IN_FLIGHT, chance);
    endpoint(members[0]).inFlight = 1;
    assertThat(two.pick(0)).isSameAs(members[0]);
    assertThat(chance.asked).isEqualTo(5);
    chance.longs.addFirst(chance.longs.element());
    chance.slot(1, 2, 0);
    chance.longs.removeFirst();
    assertThat(two.pick(0)).as("of two the one with less to do").isSameAs(members[1]);
  }

  @Test
  void ofTwoWithTheSameToDoTheFirstDrawnIsTakenAndDrawsFollowWeights() {
    Member[] members = Members.of(Members.weighing(1, 1));
    Chance chance = new Chance();
    TwoChoices two = new TwoChoices(members, LoadMetric.IN_FLIGHT, chance);
    assertThat(better(two, chance)).isSameAs(members[0]);
    members[1].weight(1_000);
    two.reweigh();
    chance.longs.clear();
    chance.slot(0, 2, 0.5);
    assertThat(two.pick(0)).as("nearly all of its slot is the other's").isSameAs(members[1]);
  }

  /** Each of the two, the first drawn first. */
  private static Member better(TwoChoices two, Chance chance) {
    chance.longs.clear();
    chance.slot(0, 2, 0).slot(1, 2, 0);
    return two.pick(0);
  }

  @Test
  void whatWaitsCountsByWeightNextToTheMeanOfAll() {
    Member[] members = Members.of(Members.weighing(10, 10));
    Chance chance = new Chance();
    TwoChoices two = new TwoChoices(members, LoadMetric.PEAK_EWMA, chance);
    for (int i = 0; i < 2; i++) {
      members[i].stats().begun();
      members[i].stats().ended(Outcome.ANSWERED, Members.millis(i == 0 ? 10 : 16), 0, 0);
    }
    assertThat(better(two, chance)).isSameAs(members[0]);
    endpoint(members[0]).inFlight = 1;
    assertThat(better(two, chance)).as("10 ms twice, and 16 once").isSameAs(members[1]);
    members[0].weight(30);
    two.reweigh();
    assertThat(better(two, chance)).as("10 ms and two thirds, and 16").isSameAs(members[1]);
    members[0].weight(1_000);
    two.reweigh();
    assertThat(better(two, chance)).as("half of it more").isSameAs(members[0]);
  }

  @Test
  void hashesAreTheSameInEveryRelease() {
    assertThat(Hash.mix(0)).isZero();
    assertThat(Hash.mix(1)).isEqualTo(MIX_1);
    assertThat(Hash.mix(-1)).isEqualTo(MIX_MINUS_1);
    assertThat(Hash.of("")).isEqualTo(OF_NOTHING);
    assertThat(Hash.of("10.0.0.1:20880")).isEqualTo(OF_ADDRESS);
    assertThat(Hash.place(-1)).isLessThan(1).isGreaterThan(1 - 1e-9);
    assertThat(Hash.place(Long.MIN_VALUE)).isEqualTo(0.5);
  }

  private static final long MIX_1 = 0x5692161d100b05e5L;
  private static final long MIX_MINUS_1 = 0xb4d055fcf2cbbd7bL;
  private static final long OF_NOTHING = 0xf52a15e9a9b5e89bL;
  private static final long OF_ADDRESS = 0x8152c57efcd858aaL;

  private static long element(String json, int index) {
    ByteBuf bytes = ByteBufUtil.writeUtf8(UnpooledByteBufAllocator.DEFAULT, "x" + json);
    long hash = JsonElement.hash(bytes.skipBytes(1), index);
    bytes.release();
    return hash;
  }

  @Test
  void anElementIsItsBytesWhateverIsAroundIt() {
    long ann = element("[\"ann\"]", 0);
    assertThat(ann).isNotEqualTo(HashKey.NONE).isNotEqualTo(element("[\"anna\"]", 0));
    for (String array :
        List.of(
            "[\"ann\",1]",
            " \t\r\n[ \t\r\n\"ann\" \t\r\n]",
            "[\"ann\"\t,[2]]",
            "[\"ann\"\n,2",
            "[\"ann\"\r",
            "[\"ann\"")) {
      assertThat(element(array, 0)).as(array).isEqualTo(ann);
    }
    for (String array :
        List.of("[[1,2],\"ann\"]", "[{\"]\":[{},{}]}, \"ann\"]", "[\"\\\",\",\"ann\"]")) {
      assertThat(element(array, 1)).as(array).isEqualTo(ann);
    }
    assertThat(element("[é]", 0)).isNotEqualTo(element("[è]", 0));
  }

  @Test
  void whereThereIsNoSuchElementThereIsNoKey() {
    for (String none : List.of("", " ", "[]", "[ ]", "[,1]", "[ ,1]", "{\"a\":1}", "7", "]")) {
      assertThat(element(none, 0)).as(none).isEqualTo(HashKey.NONE);
    }
    for (String none : List.of("[1],2", "[1", "[1]", "[1,", "[1, ]", "1,2")) {
      assertThat(element(none, 1)).as(none).isEqualTo(HashKey.NONE);
    }
  }

  private static List<String> names(int count) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> "e" + i).toList());
  }

  @Test
  void consumersWithNumbersShareEndpointsOutWhateverTheirOrder() {
    List<String> eight = names(8);
    List<String> taken = new ArrayList<>();
    for (int consumer = 0; consumer < 8; consumer++) {
      Subset one = new Subset(1, "gateway-" + consumer);
      List<String> row = one.of(eight, Function.identity());
      assertThat(row).hasSize(1);
      List<String> reversed = new ArrayList<>(eight);
      Collections.reverse(reversed);
      assertThat(one.of(reversed, Function.identity())).isEqualTo(row);
      taken.addAll(row);
    }
    assertThat(taken).containsExactlyInAnyOrderElementsOf(eight);
  }

  @Test
  void whoTakesMoreThanThereAreHasAllOfThemOnce() {
    assertThat(new Subset(10, "a-1").of(names(3), Function.identity())).isEqualTo(names(3));
    assertThat(new Subset(0, "a-1").isAll()).isTrue();
    assertThat(new Subset(10, "a-1").isAll()).isFalse();
  }

  private static Member[] equal(int count) {
    return Members.of(Members.weighing(IntStream.generate(() -> 1).limit(count).toArray()));
  }

  /** Evenly over all places of the ring, to the last point. */
  private static final int PLACES = 1 << 14;

  private static Member[] homes(Picker picker) {
    return IntStream.range(0, PLACES)
        .mapToObj(i -> picker.pick(((long) i << 50) + 1))
        .toArray(Member[]::new);
  }

  @Test
  void keysOfWhoCannotBeReachedAreOthersToTheEndOfTheRing() {
    Member[] members = equal(3);
    Picker picker = new ConsistentHash(members, () -> 0, Members.chance());
    Member[] before = homes(picker);
    for (Member away : members) {
      endpoint(away).open = false;
      Member[] meanwhile = homes(picker);
      for (int i = 0; i < PLACES; i++) {
        assertThat(meanwhile[i] == before[i]).isEqualTo(before[i] != away);
      }
      endpoint(away).open = true;
    }
    assertThat(picker.pick(-1))
        .as("behind the last point comes the first")
        .isSameAs(picker.pick(1));
  }

  @Test
  void aCallWithoutAKeyGoesWhereChanceSays() {
    Chance chance = new Chance();
    Picker picker = new ConsistentHash(equal(10), () -> 0, chance);
    for (long place : new long[] {1L << 40, 1L << 62, -1L << 62, -1}) {
      chance.longs.clear();
      chance.longs.add(place);
      assertThat(picker.pick(HashKey.NONE)).isSameAs(picker.pick(place));
    }
    assertThat(chance.asked).isEqualTo(4);
  }

  /** The ring has other first bits then, by which its places are found. */
  @Test
  void onlyTheKeysOfWhoGoesMoveWhereTheRingGetsSmaller() {
    Member[] eight = equal(8);
    Member[] before = homes(new ConsistentHash(eight, () -> 0, Members.chance()));
    Member[] seven = List.of(eight).subList(0, 7).toArray(Member[]::new);
    Member[] after = homes(new ConsistentHash(seven, () -> 0, Members.chance()));
    for (int i = 0; i < PLACES; i++) {
      if (before[i] != eight[7]) {
        assertThat(after[i]).isSameAs(before[i]);
      }
    }
  }

  @Test
  void aMemberHasAQuarterOverItsShareOfTheCallsThatThereAreAtMost() {
    // calls of the home, of the service, and whether one more is its
    int[][] cases = {{0, 0, 1}, {1, 0, 0}, {1, 1, 1}, {2, 1, 0}, {2, 3, 1}, {3, 3, 0}, {4, 6, 1}};
    for (int[] one : cases) {
      Member[] members = equal(2);
      Picker picker = new ConsistentHash(members, () -> one[1], Members.chance());
      Member home = picker.pick(5);
      for (int call = 0; call < one[0]; call++) {
        home.stats().begun();
      }
      assertThat(picker.pick(5) == home).as("%d of %d", one[0], one[1]).isEqualTo(one[2] == 1);
    }
  }

  @Test
  void whoHasNoCreditIsPassedOverUnlessNobodyHasAny() {
    Member[] members = equal(3);
    Picker picker = new ConsistentHash(members, () -> 0, Members.chance());
    Member home = picker.pick(5);
    endpoint(home).freeCredit = 0;
    Member second = picker.pick(5);
    assertThat(second).isNotSameAs(home);
    for (Member member : members) {
      endpoint(member).freeCredit = 0;
    }
    assertThat(picker.pick(5)).isSameAs(home);
    endpoint(home).open = false;
    assertThat(picker.pick(5)).isSameAs(second);
  }

  @Test
  void aVeryLargeOneHasSixteenTimesTheMeanAndTheSmallestStillSomeKeys() {
    int[] weights = IntStream.generate(() -> 1).limit(100).toArray();
    weights[50] = 1_000_000;
    Member[] members = Members.of(Members.weighing(weights));
    Map<Member, Integer> keys = new HashMap<>();
    for (Member home : homes(new ConsistentHash(members, () -> 100_000_000, Members.chance()))) {
      keys.merge(home, 1, Integer::sum);
    }
    assertThat(keys.get(members[50]) / (double) PLACES).isBetween(0.93, 0.97); // 2,048 of 2,147
    assertThat(keys).hasSizeGreaterThan(80);
  }

  @Test
  void whereNearlyAllAreAwayTheFewShareTheKeys() {
    Member[] members = equal(2_000);
    for (Member member : members) {
      endpoint(member).open = false;
    }
    for (int open : new int[] {0, 500, 1_000, 1_500}) {
      endpoint(members[open]).open = true;
    }
    Map<Member, Integer> keys = new HashMap<>();
    for (Member home : homes(new ConsistentHash(members, () -> 100_000, Members.chance()))) {
      keys.merge(home, 1, Integer::sum);
    }
    assertThat(keys).hasSize(4);
    assertThat(keys.values()).allMatch(count -> Math.abs(count - PLACES / 4) < PLACES / 16);
  }

  /** A picker of a plugin that does what it's told. */
  private static final class Told implements CandidatePicker<Member> {
    private Member answer;
    private RuntimeException failure;
    private int asked;
    private int reweighed;

    @Override
    public Member pick(long key) {
      asked++;
      if (failure != null) {
        throw failure;
      }
      return answer;
    }

    @Override
    public void reweigh() {
      reweighed++;
      if (failure != null) {
        throw failure;
      }
    }
  }

  private static PickerPlugin plugin(CandidatePicker<Member> made) {
    return new PickerPlugin() {
      @Override
      public String name() {
        return "told";
      }

      @Override
      @SuppressWarnings("unchecked")
      public <C extends Candidate> CandidatePicker<C> make(List<C> all, RandomGenerator random) {
        return (CandidatePicker<C>) made;
      }
    };
  }

  @Test
  void aPluginsPickerThatFailedIsNotAskedAgainAndNobodyIsLost() {
    Member[] members = equal(2);
    Told told = new Told();
    Picker picker = new PluginPicker(plugin(told), members, new Chance().slot(1, 2, 0));
    told.answer = members[0];
    assertThat(picker.pick(7)).isSameAs(members[0]);
    told.answer = null;
    assertThat(picker.pick(7)).as("chance picks").isSameAs(members[1]);
    told.failure = new IllegalStateException("as told");
    assertThat(picker.pick(7)).isSameAs(members[1]);
    assertThat(picker.pick(7)).isSameAs(members[1]);
    picker.reweigh();
    assertThat(told.asked).isEqualTo(3);
    assertThat(told.reweighed).isZero();
  }

  @Test
  void weightsThatChangeAreToldToAPluginsPickerAndToChance() {
    Member[] members = equal(2);
    Told told = new Told();
    Chance chance = new Chance().slot(0, 2, 0.5);
    Picker picker = new PluginPicker(plugin(told), members, chance);
    assertThat(picker.pick(7)).isSameAs(members[0]);
    members[1].weight(1_000);
    picker.reweigh();
    assertThat(told.reweighed).isEqualTo(1);
    assertThat(picker.pick(7)).isSameAs(members[1]);
    told.failure = new IllegalStateException("as told");
    picker.reweigh();
    told.failure = null;
    told.answer = members[0];
    assertThat(picker.pick(7)).as("it has failed").isSameAs(members[1]);
  }

  @Test
  void aPluginThatMakesNoPickerLeavesAllToChance() {
    Member[] members = equal(2);
    Picker picker = new PluginPicker(plugin(null), members, new Chance().slot(1, 2, 0));
    assertThat(picker.pick(7)).isSameAs(members[1]);
    picker.reweigh();
    assertThat(picker.pick(7)).isSameAs(members[1]);
  }
}
