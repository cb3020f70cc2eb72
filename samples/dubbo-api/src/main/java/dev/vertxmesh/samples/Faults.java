package dev.vertxmesh.samples;

import java.util.concurrent.CompletableFuture;

/** Methods that fail, that answer later, and that are slow. */
public interface Faults {
  /** Throws {@link IllegalStateException}, which no signature declares, with this message. */
  String fail(String message);

  /**
   * Throws an exception of the provider's own, which callers have no class for. Dubbo 2.6 sends it
   * as the call's result; 3.3 refuses to serialize it and answers with status 50.
   */
  String failOddly(String message);

  /** Throws {@link IllegalStateException} with this message, for an IllegalArgumentException. */
  String failBecause(String message, String cause);

  /** Throws a {@link QuotaException}: declared, with a bean, a list and a cause. */
  void failWithQuota(long userId, int limit) throws QuotaException;

  /** Throws an {@link AssertionError}: no Exception at all. */
  String failHard(String message);

  /** Sleeps so many milliseconds, then tells how many. */
  String slow(long millis) throws InterruptedException;

  /** The text, answered from another thread so many milliseconds later. */
  CompletableFuture<String> later(String text, long millis);

  /** A bean, answered from another thread. */
  CompletableFuture<User> userLater(long id);

  /** A future that fails with {@link IllegalStateException}. */
  CompletableFuture<String> failLater(String message);
}
