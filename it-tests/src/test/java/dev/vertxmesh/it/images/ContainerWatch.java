package dev.vertxmesh.it.images;

import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.testcontainers.containers.output.OutputFrame;

/** Shows what the containers printed when a test fails. JUnit finds it as a service. */
public final class ContainerWatch implements BeforeEachCallback, TestExecutionExceptionHandler {

  private static final int SHOWN_LINES = 60;

  private static final Map<String, ConcurrentLinkedQueue<String>> LOGS =
      new ConcurrentSkipListMap<>();

  /** Keeps what a container prints, until the next test. */
  static Consumer<OutputFrame> listenTo(String container) {
    ConcurrentLinkedQueue<String> lines =
        LOGS.computeIfAbsent(container, it -> new ConcurrentLinkedQueue<>());
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

  @Override
  public void beforeEach(ExtensionContext context) {
    LOGS.clear();
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    LOGS.forEach(
        (container, lines) -> {
          System.err.println("--- " + container);
          lines.stream().skip(Math.max(0, lines.size() - SHOWN_LINES)).forEach(System.err::println);
        });
    throw cause;
  }
}
