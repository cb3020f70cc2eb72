package dev.vertxmesh.it.harness;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Keeps what the processes printed when a test fails. After a class it ends what is still running,
 * and fails if an agent has lost a buffer. It also says how often and how long to look when a test
 * waits, and counts the class's CPU time. JUnit finds it as a service, so that no class forgets it.
 */
public final class ProcessWatch
    implements BeforeAllCallback,
        AfterAllCallback,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {

  private static final Duration POLL = Duration.ofMillis(20);

  /** Ten times what the slowest of them takes: it's told by what it sees, and not by when. */
  private static final Duration PATIENCE = Duration.ofSeconds(200);

  /** Of the class that runs now: a JVM runs one at a time. */
  private CpuAccount account;

  @Override
  public void beforeAll(ExtensionContext context) {
    if (isOutermost(context)) {
      account = CpuAccount.open();
      Child.takeStarted();
      Awaitility.setDefaultPollInterval(POLL);
      Awaitility.setDefaultPollDelay(Duration.ZERO);
      Awaitility.setDefaultTimeout(PATIENCE);
    }
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

  @Override
  public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable cause)
      throws Throwable {
    failed(context, cause);
  }

  private static void failed(ExtensionContext context, Throwable cause) throws Throwable {
    Map<String, List<String>> logs = new LinkedHashMap<>();
    List<Child> children = Child.started();
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      String name = "%03d %s%s".formatted(i, child.name(), child.isAlive() ? "" : " (ended)");
      logs.put(name, child.lines());
    }
    FailureLogs.keep(context, cause, logs);
    throw cause;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (!isOutermost(context)) {
      return;
    }
    List<Child> started = Child.takeStarted();
    started.stream().filter(Child::isAlive).forEach(Child::end);
    account.close(context.getRequiredTestClass().getSimpleName());
    String leaks =
        started.stream()
            .filter(child -> child.log().contains("LEAK"))
            .map(child -> child.name() + ":\n" + child.log())
            .collect(Collectors.joining("\n"));
    if (!leaks.isEmpty()) {
      throw new AssertionError("buffers were lost by " + leaks);
    }
  }

  /** Nested classes and a parameterized class's invocations are parts of their class. */
  private static boolean isOutermost(ExtensionContext context) {
    return context.getParent().map(parent -> parent.getTestClass().isEmpty()).orElse(true);
  }
}
