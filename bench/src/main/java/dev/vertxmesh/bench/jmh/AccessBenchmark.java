package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.access.Decisions;
import dev.vertxmesh.access.outside.AllowedNames;
import dev.vertxmesh.access.outside.AttachmentFilter;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.telemetry.MeshMeters;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
 * Deciding about calls of 1,000 callers by 10,000 rules: of few kinds of calls, as most are, and of
 * so many that hardly any has been decided about before. {@code -prof gc} shows what is allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AccessBenchmark {

  private static final int CALLERS = 1_000;
  private static final int RULES = 10_000;
  private static final int METHODS = 10;

  @Param({"4000", "400000"})
  int kinds;

  private static final Future<Reply> DONE = Future.succeededFuture();

  /** Where all calls come from: rules have networks, too. */
  private static final Origin CALLER =
      new Origin() {
        private final SocketAddress peer = SocketAddress.inetSocketAddress(4711, "10.0.0.7");

        @Override
        public WireProtocol protocol() {
          return WireProtocol.HTTP;
        }

        @Override
        public SocketAddress peer() {
          return peer;
        }

        @Override
        public String header(String name) {
          return null;
        }
      };

  private final Decisions decisions = new Decisions();
  private AttachmentFilter attachments;
  private Access access;
  private Identity[] callers;
  private Call[] calls;
  private int next;

  @Setup
  public void prepare() throws IOException {
    access = access();
    AllowedNames allowed = new AllowedNames(List.of("traceparent", "x-*"));
    attachments = new AttachmentFilter(allowed, access, "here", null);
    callers = new Identity[kinds];
    calls = new Call[kinds];
    SplittableRandom random = new SplittableRandom(7);
    Identity[] all = new Identity[CALLERS];
    for (int i = 0; i < CALLERS; i++) {
      all[i] = Identity.of(Identity.Kind.KEY, "caller" + i, Set.of("group" + i % 10));
    }
    for (int i = 0; i < kinds; i++) {
      int rule = random.nextInt(RULES);
      callers[i] = all[rule % CALLERS];
      calls[i] = call("com.acme.Service" + rule / METHODS, "method" + rule % METHODS);
    }
  }

  private static Access access() throws IOException {
    StringBuilder yaml = new StringBuilder("access:\n  rules:\n");
    for (int i = 0; i < RULES; i++) {
      String who = i % 100 == 99 ? "group:group" + i % 10 : "key:caller" + i % CALLERS;
      String what = "com.acme.Service%d#method%d".formatted(i / METHODS, i % METHODS);
      yaml.append("    - {who: [\"%s\"], services: [\"%s\"], then: allow}\n".formatted(who, what));
    }
    yaml.append(
        "    - {who: [\"network:10.0.0.0/8\"], services: [\"com.acme.Other\"], then: deny}\n");
    yaml.append("    - {who: [identified], services: [\"com.acme.*\"], then: allow}\n");
    Path file = Files.writeString(Files.createTempFile("access", ".yaml"), yaml);
    try {
      return Access.open(null, file.toString(), new MeshMeters("bench", "1"));
    } finally {
      Files.delete(file);
    }
  }

  private static Call call(String service, String method) {
    Target target = new Target(ServiceKey.of(service), method, "");
    Map<String, String> attachments =
        new LinkedHashMap<>(Map.of("traceparent", "00-1-2-01", "x-tenant", "t"));
    Call call =
        new Call(
            target,
            Encoding.JSON,
            Unpooled.EMPTY_BUFFER,
            attachments,
            Deadline.none(System.nanoTime()));
    call.record().came(CALLER, System.nanoTime());
    return call;
  }

  /** What a call with two attachments, which are let pass, costs beside the decision. */
  @Benchmark
  public Object decideAndPass() {
    next = next + 1 == kinds ? 0 : next + 1;
    return decisions.allow(access, callers[next], calls[next])
        ? attachments.apply(calls[next], passed -> DONE)
        : null;
  }

  @Benchmark
  public boolean decide() {
    next = next + 1 == kinds ? 0 : next + 1;
    return decisions.allow(access, callers[next], calls[next]);
  }
}
