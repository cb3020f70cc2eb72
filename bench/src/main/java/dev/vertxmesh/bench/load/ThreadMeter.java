package dev.vertxmesh.bench.load;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.vertxmesh.bench.contest.Child;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads what another JVM's threads have used, thread by thread, over its own management port. The
 * threads that serve that port don't count. What a thread used that ends between two readings is
 * lost; an agent's threads stay.
 */
public final class ThreadMeter implements AutoCloseable {
  private final JMXConnector connector;
  private final ThreadMXBean threads;
  private final Map<Long, Boolean> counts = new HashMap<>();

  private ThreadMeter(JMXConnector connector) throws IOException {
    this.connector = connector;
    this.threads =
        ManagementFactory.newPlatformMXBeanProxy(
            connector.getMBeanServerConnection(),
            ManagementFactory.THREAD_MXBEAN_NAME,
            ThreadMXBean.class);
  }

  /**
   * Connects to a JVM of this user's on this machine.
   *
   * @throws IOException if it doesn't let itself be attached to
   */
  public static ThreadMeter of(Child process) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
      String url = machine.startLocalManagementAgent();
      machine.detach();
      return new ThreadMeter(JMXConnectorFactory.connect(new JMXServiceURL(url)));
    } catch (AttachNotSupportedException e) {
      throw new IOException(process.name() + " can't be attached to", e);
    }
  }

  /** All that was used so far by the threads that there are. */
  public Reading read() {
    long[] ids = threads.getAllThreadIds();
    learn(ids);
    long[] cpu = threads.getThreadCpuTime(ids);
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Used> used = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      if (counts.get(ids[i]) && cpu[i] >= 0) { // -1 once it has ended
        used.put(ids[i], new Used(cpu[i], bytes[i]));
      }
    }
    return new Reading(used);
  }

  /** MiB of the heap that are in use after a collection, which this asks for. */
  public double liveHeapMiB() throws IOException {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            connector.getMBeanServerConnection(),
            ManagementFactory.MEMORY_MXBEAN_NAME,
            MemoryMXBean.class);
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed() / 1024.0 / 1024.0;
  }

  private void learn(long[] ids) {
    long[] unknown = LongStream.of(ids).filter(id -> !counts.containsKey(id)).toArray();
    if (unknown.length == 0) {
      return;
    }
    ThreadInfo[] infos = threads.getThreadInfo(unknown);
    for (int i = 0; i < unknown.length; i++) {
      counts.put(unknown[i], infos[i] != null && isOwn(infos[i].getThreadName()));
    }
  }

  private static boolean isOwn(String name) {
    return !name.startsWith("RMI ") && !name.startsWith("JMX ") && !name.equals("Attach Listener");
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // it has ended already
    }
  }

  /** One reading, by thread. */
  public record Reading(Map<Long, Used> byThread) {
    /** What came to it after an earlier one. */
    public Used since(Reading before) {
      return byThread.entrySet().stream()
          .map(
              entry ->
                  entry
                      .getValue()
                      .minus(before.byThread.getOrDefault(entry.getKey(), Used.NOTHING)))
          .reduce(Used.NOTHING, Used::plus);
    }
  }
}
