package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Faults;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The methods of {@link Faults}. */
final class FaultProbes {

  private static final long FUTURE_MILLIS = 3_000; // Dubbo 2.6 makes futures that nobody completes

  private FaultProbes() {}

  static void addTo(ProbeTable table) {
    table.add("fail", service -> service.fail("on purpose"));
    table.add("fail without a message", service -> service.fail(null));
    table.add("failOddly", service -> service.failOddly("on fire"));
    table.add("failBecause", service -> service.failBecause("this", "of that"));
    table.add("failBecause of nothing", service -> service.failBecause(null, null));
    table.add("failHard", service -> service.failHard("very"));
    for (int limit : new int[] {0, 5}) {
      table.add(
          "failWithQuota " + limit,
          service -> {
            service.failWithQuota(7, limit);
            return "no failure";
          });
    }
    table.add("slow", service -> service.slow(20));
    table.add("slow for too long", service -> service.slow(60_000));
    table.add("later", service -> got(service.later("数", 20)));
    table.add("later null", service -> got(service.later(null, 0)));
    table.add("userLater", service -> got(service.userLater(2)));
    table.add("userLater nobody", service -> got(service.userLater(99)));
    table.add("failLater", service -> got(service.failLater("later")));
  }

  private static <T> T got(CompletableFuture<T> future) throws Exception {
    return future.get(FUTURE_MILLIS, TimeUnit.MILLISECONDS);
  }
}
