package dev.vertxmesh.threads;

import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Runs operations on several threads in orders of their steps that a scheduler of its own makes,
 * one step at a time: what fails once always fails. A class is right if each result is one that the
 * operations could have had one after another (Herlihy and Wing, 1990).
 */
public final class Orders {

  /** Orders are told by what threads do; a machine may take as long as it likes for it. */
  private static final long NO_TIME_LIMIT = TimeUnit.DAYS.toMillis(1);

  private Orders() {}

  /**
   * @param operations has them as methods, and makes a new object of what they work on
   */
  public static void check(Class<?> operations) {
    new ModelCheckingOptions()
        .iterations(Integer.getInteger("threads.scenarios"))
        .invocationsPerIteration(Integer.getInteger("threads.orders"))
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .invocationTimeout$lincheck(NO_TIME_LIMIT)
        .check(operations);
  }
}
