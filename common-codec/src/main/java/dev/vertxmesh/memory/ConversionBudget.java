package dev.vertxmesh.memory;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * What is made of one request or answer while it's converted, which happens in one go on one
 * thread: the code that makes objects adds what they weigh, and the end of the conversion gives all
 * of it back. A conversion inside another is part of it.
 *
 * <p>Weights are those of a 64-bit JVM with compressed references (JOL's figures for OpenJDK 17),
 * rounded up.
 */
public final class ConversionBudget implements AutoCloseable {

  /** A boxed number, a date or an empty object, with the reference to it. */
  public static final int VALUE = 24;

  /** A string without its characters. */
  public static final int STRING = 48;

  /** An ArrayList and its first array. */
  public static final int LIST = 80;

  /** A LinkedHashMap and its first table. */
  public static final int MAP = 136;

  /** An entry of a LinkedHashMap and its part of the table, twice while that grows. */
  public static final int ENTRY = 64;

  /** An element's part of a list's array, twice while that grows. */
  public static final int ELEMENT = 12;

  /** So much is taken from the budget at a time; the first is free, as most need no more. */
  private static final int STEP = 64 << 10;

  /** Stays with its thread: to set and to remove a thread's value costs more than a conversion. */
  private static final class Holder {
    private ConversionBudget current;
  }

  private static final FastThreadLocal<Holder> HOLDER =
      new FastThreadLocal<>() {
        @Override
        protected Holder initialValue() {
          return new Holder();
        }
      };

  private final MemoryBudget budget;
  private final ConversionBudget outer;
  private final boolean isCharged;
  private long weight;
  private long granted = STEP;

  private ConversionBudget(MemoryBudget budget, ConversionBudget outer, boolean isCharged) {
    this.budget = budget;
    this.outer = outer;
    this.isCharged = isCharged;
  }

  /** Begins a conversion on this thread, which has to close it. */
  public static ConversionBudget begin() {
    return begin(MemoryBudget.ofHeap());
  }

  static ConversionBudget begin(MemoryBudget budget) {
    Holder holder = HOLDER.get();
    ConversionBudget begun = new ConversionBudget(budget, holder.current, true);
    if (holder.current == null) {
      holder.current = begun;
    }
    return begun;
  }

  /**
   * The thread's conversion, whose end is somebody else's; where there's none, a bound by itself
   * that takes nothing from anybody.
   */
  public static ConversionBudget current() {
    ConversionBudget current = HOLDER.get().current;
    return current == null ? new ConversionBudget(MemoryBudget.ofHeap(), null, false) : current;
  }

  /**
   * @throws OverBudgetException if there's no room for so many bytes more
   */
  public void add(long bytes) {
    if (outer != null) {
      outer.add(bytes);
      return;
    }
    weight += bytes;
    if (weight > granted) {
      grow();
    }
  }

  private void grow() {
    if (weight > budget.most()) {
      throw new OverBudgetException(
          "as objects it weighs more than the %d bytes that there are for all together"
              .formatted(budget.most()),
          false);
    }
    long more = weight - granted + STEP;
    if (isCharged && !budget.take(more)) {
      throw new OverBudgetException(
          "as objects it weighs more than is left of the %d bytes that there are for all together"
              .formatted(budget.most()),
          true);
    }
    granted += more;
  }

  @Override
  public void close() {
    if (outer == null && isCharged) {
      HOLDER.get().current = null;
      budget.give(granted - STEP);
      granted = STEP;
    }
  }
}
