package dev.vertxmesh.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Fails a test run in which a pooled buffer was lost: Netty's detector would only print it.
 *
 * <p>Found by the JUnit launcher as a service. After the last test the garbage collector is asked
 * to look once more, because the detector sees a lost buffer only when another is allocated.
 *
 * <p>With {@code -Dleaks.ignored=true} it does nothing, for who runs many faulty programs in one
 * JVM: what one of them lost would be held against the next.
 */
public final class LeakWatch implements LauncherSessionListener {

  private static final List<String> LEAKS = new CopyOnWriteArrayList<>();
  private static final boolean IGNORED = Boolean.getBoolean("leaks.ignored");

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    if (IGNORED) {
      return;
    }
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    for (int i = 0; i < 5 && LEAKS.isEmpty() && !IGNORED; i++) {
      System.gc();
      ByteBuf probe = ByteBufAllocator.DEFAULT.directBuffer(16);
      probe.release();
    }
    if (!LEAKS.isEmpty()) {
      // the launcher has taken System.err over, and what it holds is lost in the halt
      PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
      err.println("Buffers were lost:");
      LEAKS.forEach(err::println);
      // a listener's exception is only logged, so that the build fails the JVM itself has to
      Runtime.getRuntime().halt(86);
    }
  }

  private static final class Factory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation")
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new ResourceLeakDetector<>(resource, samplingInterval) {
        @Override
        protected void reportTracedLeak(String resourceType, String records) {
          LEAKS.add(resourceType + " " + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
          LEAKS.add(resourceType + " (no record of where)");
        }
      };
    }
  }
}
