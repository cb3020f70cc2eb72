package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Faults;
import dev.vertxmesh.samples.QuotaException;
import dev.vertxmesh.samples.User;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The methods that fail, answer later or are slow; each call is counted. */
abstract class CountedFaults extends CountedShapes implements Faults {
  CountedFaults(CallCount calls) {
    super(calls);
  }

  /** What a provider throws that its callers have never heard of. */
  static final class DiskOnFireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DiskOnFireException(String message) {
      super(message);
    }
  }

  @Override
  public String fail(String message) {
    calls.add();
    throw new IllegalStateException(message);
  }

  @Override
  public String failOddly(String message) {
    calls.add();
    throw new DiskOnFireException(message);
  }

  @Override
  public String failBecause(String message, String cause) {
    calls.add();
    throw new IllegalStateException(message, new IllegalArgumentException(cause));
  }

  @Override
  public void failWithQuota(long userId, int limit) throws QuotaException {
    calls.add();
    User user = new User();
    user.setId(userId);
    List<Integer> limits = new ArrayList<>(List.of(limit, 2 * limit));
    throw new QuotaException(
        "over " + limit, user, limits, new IllegalStateException("counted " + limit));
  }

  @Override
  public String failHard(String message) {
    calls.add();
    throw new AssertionError(message);
  }

  @Override
  public String slow(long millis) throws InterruptedException {
    calls.add();
    Thread.sleep(millis);
    return "slept " + millis + " ms";
  }

  @Override
  public CompletableFuture<String> later(String text, long millis) {
    calls.add();
    Executor then = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    return CompletableFuture.supplyAsync(() -> text, then);
  }

  @Override
  public CompletableFuture<String> failLater(String message) {
    calls.add();
    return CompletableFuture.supplyAsync(
        () -> {
          throw new IllegalStateException(message);
        });
  }
}
