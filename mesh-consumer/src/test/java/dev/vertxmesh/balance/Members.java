package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.balance.pick.Picker;
import dev.vertxmesh.call.ServiceKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A service's members for a picker to choose from, and what it chose. */
public final class Members {

  public static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private Members() {}

  public static SplittableRandom chance() {
    return new SplittableRandom(20_261_121);
  }

  public static Member[] of(FakeEndpoint... endpoints) {
    return Arrays.stream(endpoints).map(endpoint -> new Member(endpoint, 0)).toArray(Member[]::new);
  }

  /** With these weights, named by their places. */
  public static FakeEndpoint[] weighing(int... weights) {
    return IntStream.range(0, weights.length)
        .mapToObj(i -> new FakeEndpoint("e" + i, weights[i]))
        .toArray(FakeEndpoint[]::new);
  }

  /** How often each was picked. */
  public static Map<Endpoint, Long> shares(Picker picker, int picks) {
    return Stream.generate(() -> picker.pick(HashKey.NONE))
        .limit(picks)
        .collect(Collectors.groupingBy(Member::endpoint, Collectors.counting()));
  }

  /** By the registered weights and nothing else. */
  static GroupSettings plain(BalanceMode mode, RandomGenerator random) {
    return new GroupSettings(
        mode, 0, EjectionOptions.NEVER, EjectionObserver.NOBODY, () -> 0, random, null, "");
  }

  static Group group(BalanceMode mode, List<FakeEndpoint> endpoints) {
    Group group = new Group(HELLO, plain(mode, chance()));
    group.update(endpoints, 0);
    return group;
  }

  static long seconds(double seconds) {
    return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
  }

  public static long millis(double millis) {
    return (long) (millis * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /**
   * Makes calls one after the other, each of which ends as told.
   *
   * @return how often each was called
   */
  static Map<Endpoint, Long> calls(
      Group group, int count, long from, long to, Function<FakeEndpoint, Outcome> ends) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              long now = from + (to - from) / count * i;
              Member member = group.pick(HashKey.NONE, now);
              FakeEndpoint endpoint = (FakeEndpoint) member.endpoint();
              boolean probe = group.isProbe();
              group.begun(member);
              long took = endpoint.serviceNanos;
              group.ended(member, probe, ends.apply(endpoint), took, now + took);
              return member.endpoint();
            })
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
