package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is allocated for calls of 1,000 callers that 10,000 rules allow, by the JVM's own account of
 * the thread. {@code AccessBenchmark} has the time that it takes.
 */
class AllowedCallsTest {

  private static final int CALLERS = 1_000;
  private static final int RULES = 10_000;
  private static final int METHODS = 10;

  /** Every other rule has calls: fewer kinds of them than are remembered. */
  private static final int EACH = 2;

  private static final Future<Reply> DONE = Future.succeededFuture();

  /** Of all calls, as of one connection: its address is one object. */
  private static final Origin ORIGIN =
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

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Decisions decisions = new Decisions();
  private final List<Identity> callers = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private Access access;
  private AttachmentFilter attachments;

  @BeforeEach
  void prepare(@TempDir Path folder) throws IOException {
    StringBuilder yaml = new StringBuilder("access:\n  rules:\n");
    for (int i = 0; i < RULES; i++) {
      yaml.append(
          "    - {who: [\"key:caller%d\"], services: [\"%s#%s\"], then: allow}\n"
              .formatted(i % CALLERS, service(i), method(i)));
    }
    yaml.append(
        "    - {who: [\"network:10.0.0.0/8\"], services: [\"com.acme.Other\"], then: deny}\n");
    Path file = Files.writeString(folder.resolve("access.yaml"), yaml);
    access = Access.open(null, file.toString(), new MeshMeters("mesh-sample", "1"));
    for (int i = 0; i < CALLERS; i++) {
      callers.add(Identity.of(Identity.Kind.KEY, "caller" + i, Set.of("group" + i % 10)));
    }
    attachments =
        new AttachmentFilter(new AllowedNames(List.of("traceparent", "x-*")), access, "here", null);
    for (int i = 0; i < RULES; i += EACH) {
      Call call =
          new Call(
              new Target(ServiceKey.of(service(i)), method(i), ""),
              Encoding.JSON,
              Unpooled.EMPTY_BUFFER,
              new LinkedHashMap<>(Map.of("traceparent", "00-1-2-01", "x-tenant", "t")),
              Deadline.none(0));
      call.record().came(ORIGIN, 0);
      calls.add(call);
    }
  }

  private static String service(int rule) {
    return "com.acme.Service" + rule / METHODS;
  }

  private static String method(int rule) {
    return "method" + rule % METHODS;
  }

  /** Bytes that this thread allocates over calls of all callers, each of which passes. */
  private long allocated(IntPredicate passes) {
    int passed = 0;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < calls.size(); i++) {
      passed += passes.test(i) ? 1 : 0;
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(passed).isEqualTo(calls.size());
    return bytes;
  }

  private boolean isAllowed(int call) {
    return decisions.allow(access, callers.get(call * EACH % CALLERS), calls.get(call));
  }

  private boolean goesOn(int call) {
    return attachments.apply(calls.get(call), passed -> DONE) == DONE;
  }

  @Test
  void nothingIsAllocatedForOneThatWasAllowedBefore() {
    assertThat(allocated(this::isAllowed)).as("what is remembered").isPositive();
    for (int again = 0; again < 10; again++) {
      assertThat(allocated(this::isAllowed)).isZero();
    }
  }

  @Test
  void norForItsAttachments() {
    allocated(this::goesOn); // classes are loaded, and the lambda is made
    assertThat(allocated(this::goesOn)).isZero();
  }
}
