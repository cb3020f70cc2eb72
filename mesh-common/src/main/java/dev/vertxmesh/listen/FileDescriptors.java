package dev.vertxmesh.listen;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How many connections the process' limit of file descriptors has room for. Some stay for what
 * isn't a caller: links, the registry, the admin port, files.
 */
public final class FileDescriptors {

  /** For what isn't a caller, or a quarter of all, if that's less. */
  private static final long RESERVED = 128;

  private static final String LIMIT = "Max open files";

  private FileDescriptors() {}

  /** Of now; without a bound where the system doesn't tell. Reads Linux' files, which blocks. */
  public static int forConnections() {
    // the beans would bring along those of all the JDK's modules, and a start would feel it
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return forConnections(limit(Files.readAllLines(Path.of("/proc/self/limits"))), open.count());
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      return byBean();
    }
  }

  private static int byBean() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? forConnections(unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount())
        : Integer.MAX_VALUE;
  }

  /**
   * The soft limit, of proc(5)'s {@code limits}: a name, then it, the hard one and the unit.
   *
   * @throws IllegalArgumentException if it isn't in there
   */
  static long limit(List<String> limits) {
    for (String line : limits) {
      if (line.startsWith(LIMIT)) {
        String soft = line.substring(LIMIT.length()).strip().split("\\s+")[0];
        return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
      }
    }
    throw new IllegalArgumentException("no '" + LIMIT + "'");
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
