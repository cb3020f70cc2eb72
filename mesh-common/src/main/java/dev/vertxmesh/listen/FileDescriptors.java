package dev.vertxmesh.listen;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections the process' limit of file descriptors has room for. Some stay for what
 * isn't a caller: links, the registry, the admin port, files.
 */
public final class FileDescriptors {

  /** For what isn't a caller, or a quarter of all, if that's less. */
  private static final long RESERVED = 128;

  private FileDescriptors() {}

  /** Of now; without a bound where the system doesn't tell. */
  public static int forConnections() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? forConnections(unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
        : Integer.MAX_VALUE;
  }

  /**
   * @param most that the process may have open
   * @param open that it has now
   */
  static int forConnections(long most, long open) {
    long left = most - open - Math.min(RESERVED, most / 4);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
  }
}
