package dev.vertxmesh.consumer;

import dev.vertxmesh.launch.Contradiction;
import dev.vertxmesh.launch.Values;
import dev.vertxmesh.resilience.Idempotence;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** When a call is made again. Fields because picocli sets them; read only, once parsed. */
final class RetryOptions {

  @Option(
      names = "--retries",
      paramLabel = "N",
      converter = Values.Retries.class,
      description =
          "how often a call that didn't run, or that is idempotent, is made again at another"
              + " endpoint, within its deadline")
  int retries = 2;

  @Option(
      names = "--retry-budget",
      paramLabel = "PERCENT",
      converter = Values.Percent.class,
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
      converter = Values.Millis.class,
      description =
          "how long an idempotent call waits for its answer until a second endpoint is asked as"
              + " well, in milliseconds; 0 never asks")
  long hedgeMillis = 0;

  Optional<Contradiction> contradiction() {
    if (hedgeMillis > 0 && retries == 0) {
      return hedge("asking a second endpoint is a retry, and --retries is 0; expected 1 at least");
    }
    if (hedgeMillis > 0 && idempotent.isEmpty()) {
      return hedge("no method is said to be idempotent; expected --idempotent beside it");
    }
    return Optional.empty();
  }

  private static Optional<Contradiction> hedge(String problem) {
    return Optional.of(new Contradiction("--hedge", problem));
  }

  static final class Method implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      try {
        new Idempotence(List.of(value));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("INTERFACE#METHOD, such as com.example.Orders#get*");
      }
      return value;
    }
  }
}
