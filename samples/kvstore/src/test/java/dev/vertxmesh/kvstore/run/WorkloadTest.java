package dev.vertxmesh.kvstore.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.run.Asked.Kind;
import dev.vertxmesh.kvstore.run.Workload.Phase;
import dev.vertxmesh.kvstore.store.Entry;
import dev.vertxmesh.kvstore.store.Store;
import dev.vertxmesh.kvstore.store.Stores;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private final SplittableRandom random = new SplittableRandom(7);
  private final Store store = Stores.inMemory(1L << 30);
  private final Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
  private long now;

  private Workload workload(int seeds) {
    return new Workload(random.split(), new Sizes(random.split(), 64, 100), seeds, () -> now);
  }

  /** As a real store answers. */
  private void answer(Workload workload, Asked one) {
    asked.merge(one.kind(), 1, Integer::sum);
    ByteString key = one.known().key();
    Entry entry;
    switch (one.kind()) {
      case CREATE:
        workload.onAnswer(one, null, store.create(key, one.value()).entry().version());
        break;
      case RETRIEVE:
        entry = store.retrieve(key).entry();
        workload.onAnswer(one, entry.value(), entry.version());
        break;
      case UPDATE:
        entry = store.update(key, one.value(), one.known().version()).entry();
        workload.onAnswer(one, null, entry.version());
        break;
      default:
        store.delete(key, one.known().version());
        workload.onAnswer(one, null, 0);
    }
  }

  private int answerAll(Workload workload, Phase phase) {
    workload.phase(phase);
    int answered = 0;
    for (Asked one = workload.next(); one != null; one = workload.next()) {
      answer(workload, one);
      answered++;
    }
    return answered;
  }

  @Test
  void it_begins_with_so_many_keys_and_leaves_none() {
    Workload workload = workload(50);

    assertThat(answerAll(workload, Phase.SEED)).isEqualTo(50);
    assertThat(store.size()).isEqualTo(50);
    assertThat(answerAll(workload, Phase.CLEAN)).isEqualTo(50);
    assertThat(store.size()).isZero();
    assertThat(workload.tally().errors()).isZero();
  }

  @Test
  void each_kind_of_call_is_as_likely() {
    Workload workload = workload(1_000);
    answerAll(workload, Phase.SEED);
    asked.clear();
    workload.phase(Phase.MIX);
    for (int i = 0; i < 40_000; i++) {
      answer(workload, workload.next());
    }

    assertThat(asked.values()).hasSize(4).allSatisfy(n -> assertThat(n).isBetween(9_600, 10_400));
    assertThat(workload.tally().errors()).isZero();
  }

  @Test
  void no_two_calls_in_flight_are_about_the_same_key() {
    Workload workload = workload(150);
    answerAll(workload, Phase.SEED);
    workload.phase(Phase.MIX);
    Queue<Asked> inFlight = new ArrayDeque<>();
    Set<ByteString> keys = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      if (inFlight.size() == 100) {
        Asked first = inFlight.remove();
        keys.remove(first.known().key());
        answer(workload, first);
      }
      Asked next = workload.next();
      assertThat(keys.add(next.known().key())).isTrue();
      inFlight.add(next);
    }
    assertThat(workload.tally().errors()).isZero();
  }

  @Test
  void where_no_key_is_free_it_creates_one() {
    Workload workload = workload(0);
    workload.phase(Phase.MIX);

    for (int i = 0; i < 20; i++) {
      assertThat(workload.next().kind()).isEqualTo(Kind.CREATE);
    }
  }

  @Test
  void a_wrong_answer_is_an_error() {
    Workload workload = workload(1);
    answerAll(workload, Phase.SEED);
    workload.phase(Phase.MIX);
    Asked retrieve = workload.next();
    while (retrieve.kind() != Kind.RETRIEVE) {
      answer(workload, retrieve);
      retrieve = workload.next();
    }
    workload.onAnswer(retrieve, ByteString.copyFromUtf8("another"), retrieve.known().version());

    assertThat(workload.tally().errors()).isEqualTo(1);
    assertThat(workload.tally().firstError())
        .isEqualTo("Retrieve: another value than the one that was written");
  }

  @Test
  void a_failed_call_is_an_error_and_its_key_is_not_asked_for_again() {
    Workload workload = workload(1);
    workload.phase(Phase.SEED);
    workload.onFailure(workload.next(), new IllegalStateException("gone"));
    workload.phase(Phase.CLEAN);

    assertThat(workload.next()).isNull();
    assertThat(workload.tally().firstError())
        .isEqualTo("CREATE: java.lang.IllegalStateException: gone");
  }

  @Test
  void where_everything_fails_it_gives_up() {
    Workload workload = workload(5_000);
    workload.phase(Phase.SEED);
    for (int i = 0; i < Workload.MOST_ERRORS; i++) {
      workload.onFailure(workload.next(), new IllegalStateException("gone"));
    }

    assertThat(workload.next()).isNull();
  }

  @Test
  void only_what_is_measured_is_counted() {
    Workload workload = workload(10);
    answerAll(workload, Phase.SEED);
    assertThat(workload.tally().calls()).isZero();

    workload.measure(true);
    workload.phase(Phase.MIX);
    Asked one = workload.next();
    now += 50_000_000 - 1;
    answer(workload, one);

    assertThat(workload.tally().calls()).isEqualTo(1);
    assertThat(workload.tally().percentileMillis(0.99)).isEqualTo(50);
  }
}
