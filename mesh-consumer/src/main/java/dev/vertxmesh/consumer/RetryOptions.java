package dev.vertxmesh.consumer;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.resilience.DeadlineWheel;
import dev.vertxmesh.resilience.Idempotence;
import dev.vertxmesh.resilience.RetryBudget;
import dev.vertxmesh.resilience.RetryFilter;
import dev.vertxmesh.resilience.RetryObserver;
import dev.vertxmesh.resilience.RetryPolicy;
import java.util.List;
import java.util.function.LongSupplier;

/** When a call is made again. */
final class RetryOptions {

  @Option(
      names = "--retries",
      paramLabel = "N",
      converter = OptionConverters.Retries.class,
      description =
          "how often a call that didn't run, or that is idempotent, is made again at another"
              + " endpoint, within its deadline")
  int retries = 2;

  @Option(
      names = "--retry-budget",
      paramLabel = "PERCENT",
      converter = OptionConverters.Percent.class,
      description =
          "calls made again, of a hundred calls; 10 a second are allowed in any case, and 0 allows"
              + " none")
  int budgetPercent = 20;

  @Option(
      names = "--idempotent",
      paramLabel = Idempotence.SYNTAX,
      split = ",",
      converter = Method.class,
      description =
          "methods that may run twice without harm, and so are made again when they may have run;"
              + " * stands for any characters")
  List<String> idempotent = List.of();

  @Option(
      names = "--hedge",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "how long an idempotent call waits for its answer until a second endpoint is asked as"
              + " well, in milliseconds; 0 never asks")
  long hedgeMillis = 0;

  /**
   * @throws IllegalArgumentException for an option that others make useless
   */
  void check() {
    if (hedgeMillis > 0 && retries == 0) {
      throw new IllegalArgumentException(
          "--hedge: to ask a second endpoint is a retry, and --retries is 0; expected 1 at least");
    }
    if (hedgeMillis > 0 && idempotent.isEmpty()) {
      throw new IllegalArgumentException(
          "--hedge: no method may run twice, expected --idempotent too");
    }
  }

  /**
   * The layer that does so.
   *
   * @param wheel with the timers of one event loop
   */
  RetryFilter filter(DeadlineWheel wheel, LongSupplier nanoClock, RetryObserver observer) {
    return new RetryFilter(
        new RetryPolicy(1 + retries, hedgeMillis),
        new Idempotence(idempotent),
        new RetryBudget(budgetPercent, nanoClock),
        wheel,
        nanoClock,
        observer);
  }

  static final class Method implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      try {
        new Idempotence(List.of(value));
      } catch (IllegalArgumentException e) {
        throw new Expected("INTERFACE#METHOD, such as com.example.Orders#get*");
      }
      return value;
    }
  }
}
