package dev.vertxmesh.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How long a test waits for what it waits for, unless it says so itself: long enough for a machine
 * that is ten times slower than any that was seen. What is waited for comes or it doesn't.
 *
 * <p>A test that waits fails by what it waits for, and not by what any thread of the JVM throws
 * meanwhile: a worker that ends after its Vert.x was closed finds no event loop to say so to, and
 * its exception belongs to the test before.
 *
 * <p>Found by the JUnit launcher as a service.
 */
public final class Patience implements LauncherSessionListener {

  private static final Duration PATIENCE = Duration.ofSeconds(100);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(PATIENCE);
    Awaitility.doNotCatchUncaughtExceptionsByDefault();
  }
}
