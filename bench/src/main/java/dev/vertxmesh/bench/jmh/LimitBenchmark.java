package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.limits.CallerLimits;
import dev.vertxmesh.limits.LimitFilter;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.WatchedFile;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Calls of 1,000 callers that pass 10,000 limits, of which two are about each: its own and one that
 * tells callers apart. Where calls at the same time are counted, too, something is left to do when
 * a call ends. {@code -prof gc} shows what is allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LimitBenchmark {

  private static final int CALLERS = 1_000;
  private static final int RULES = 10_000;
  private static final int KINDS = 4_000;
  private static final Future<Reply> ANSWER =
      Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, Unpooled.EMPTY_BUFFER));

  @Param({"calls: 1000000000", "calls: 1000000000, concurrency: 1000"})
  String bounds;

  private LimitFilter filter;
  private Call[] calls;
  private int next;

  /** From nowhere. */
  private static final Origin CALLER =
      new Origin() {
        @Override
        public WireProtocol protocol() {
          return WireProtocol.HTTP;
        }

        @Override
        public SocketAddress peer() {
          return null;
        }

        @Override
        public String header(String name) {
          return null;
        }
      };

  @Setup
  public void prepare() throws IOException {
    filter = new LimitFilter(limits(), "here", null);
    calls = new Call[KINDS];
    SplittableRandom random = new SplittableRandom(7);
    Identity[] all = new Identity[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
      all[i] = Identity.of(Identity.Kind.KEY, "caller" + i, Set.of("group" + i % 10));
    }
    for (int i = 0; i < KINDS; i++) {
      int rule = random.nextInt(RULES);
      calls[i] = call(all[rule % CALLERS], "com.acme.Service" + rule / CALLERS);
    }
  }

  private CallerLimits limits() throws IOException {
    StringBuilder yaml = new StringBuilder("limits:\n  rules:\n");
    for (int i = 1; i < RULES; i++) {
      yaml.append(
          "    - {name: n%d, who: [\"key:caller%d\"], services: [com.acme.Service%d], %s}\n"
              .formatted(i, i % CALLERS, i / CALLERS, bounds));
    }
    yaml.append("    - {name: each, per: caller, %s}\n".formatted(bounds));
    Path file = Files.writeString(Files.createTempFile("limits", ".yaml"), yaml);
    try {
      return CallerLimits.open(
          null, file.toString(), new WatchedFile(null, null), new MeshMeters("bench", "1"), null);
    } finally {
      Files.delete(file);
    }
  }

  private static Call call(Identity caller, String service) {
    Call call =
        new Call(
            new Target(ServiceKey.of(service), "method", ""),
            Encoding.JSON,
            Unpooled.EMPTY_BUFFER,
            Map.of(),
            Deadline.none(System.nanoTime()));
    call.record().came(CALLER, 0);
    call.record().introduce(caller.introduction());
    return call;
  }

  @Benchmark
  public Future<Reply> pass() {
    next = next + 1 == KINDS ? 0 : next + 1;
    return filter.apply(calls[next], call -> ANSWER);
  }
}
