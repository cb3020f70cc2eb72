package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.EjectionObserver;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.balance.Group;
import dev.vertxmesh.balance.GroupSettings;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;
import dev.vertxmesh.bench.simulate.SimEndpoint;
import dev.vertxmesh.bench.simulate.SimServer;
import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Choosing an endpoint, of ten and of ten thousand with weights from 1 to 10. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PickBenchmark {

  /** Between one call and the next. */
  private static final long STEP_NANOS = 10_000;

  @Param({"10", "10000"})
  int endpoints;

  @Param BalanceMode mode;

  private Group group;
  private long now;
  private long key;

  @Setup
  public void prepare() {
    SplittableRandom random = new SplittableRandom(7);
    List<SimEndpoint> all =
        IntStream.range(0, endpoints)
            .mapToObj(i -> new SimServer("10.0.0.1:" + i, 100, 1_000_000))
            .map(server -> new SimEndpoint(server, random.nextInt(1, 11)))
            .toList();
    GroupSettings settings =
        new GroupSettings(
            mode,
            30_000,
            EjectionOptions.DEFAULT,
            EjectionObserver.NOBODY,
            System::currentTimeMillis,
            random,
            null,
            "");
    group = new Group(ServiceKey.of("com.x.Hello"), settings);
    group.update(all, 0);
  }

  /** The looks at weights and peers that come with time are in it. */
  @Benchmark
  public Member pick() {
    now += STEP_NANOS;
    key += 0x9e3779b97f4a7c15L;
    return group.pick(key, now);
  }

  /** With its counting, as if each call were answered at once. */
  @Benchmark
  public Member pickAndCount() {
    Member member = pick();
    group.begun(member);
    group.ended(member, group.isProbe(), Outcome.ANSWERED, 1_000_000, now);
    return member;
  }
}
