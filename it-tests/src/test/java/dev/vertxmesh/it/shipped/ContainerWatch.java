package dev.vertxmesh.it.shipped;

import dev.vertxmesh.it.harness.FailureLogs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.testcontainers.containers.output.OutputFrame;

/** Keeps what the containers printed when a test fails. JUnit finds it as a service. */
public final class ContainerWatch
    implements AfterEachCallback,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {

  private static final Map<String, ConcurrentLinkedQueue<String>> LOGS =
      new ConcurrentSkipListMap<>();

  /** Those that have ended with a test, and may still be shown for it. */
  private static final Set<String> ENDED = ConcurrentHashMap.newKeySet();

  /** Keeps what a container prints, until the test has ended that ends it. */
  static Consumer<OutputFrame> listenTo(String container) {
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    LOGS.put(container, lines);
    ENDED.remove(container);
    return frame -> {
      String line = frame.getUtf8StringWithoutLineEnding();
      if (!line.isBlank()) {
        lines.add(line);
      }
    };
  }

  /** What a container has printed so far. */
  static String logOf(String container) {
    return String.join("\n", LOGS.getOrDefault(container, new ConcurrentLinkedQueue<>()));
  }

  static void ended(String container) {
    ENDED.add(container);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LOGS.keySet().removeAll(ENDED);
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    failed(context, cause);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    failed(context, cause);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    failed(context, cause);
  }

  private static void failed(ExtensionContext context, Throwable cause) throws Throwable {
    Map<String, List<String>> logs = new TreeMap<>();
    LOGS.forEach((container, lines) -> logs.put(container, List.copyOf(lines)));
    FailureLogs.keep(context, cause, logs);
    throw cause;
  }
}
