package dev.vertxmesh.bench.open;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What strace saw of a process.
 *
 * @param byName system calls of the threads that were asked for
 * @param flushes of them, those that write to a socket
 * @param buffers that they wrote
 * @param others system calls of all other threads, such as the compiler's
 */
record StraceCounts(Map<String, Long> byName, long flushes, long buffers, long others) {
  private static final Set<String> FLUSHES = Set.of("sendto", "sendmsg", "writev");

  /** Thread and name as a call begins; where it's resumed there's {@code <... name resumed>}. */
  private static final Pattern BEGIN = Pattern.compile("^(\\d+) +([a-z_0-9]+)\\(.*");

  /** The length of {@code writev}'s or {@code sendmsg}'s array, behind it. */
  private static final Pattern VECTOR = Pattern.compile("\\], (?:msg_iovlen=)?(\\d+)");

  /**
   * What {@code strace -f -o} wrote.
   *
   * @param threads their ids
   */
  static StraceCounts of(Path file, Set<Long> threads) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return of(lines, threads);
    }
  }

  static StraceCounts of(Stream<String> lines, Set<Long> threads) {
    Map<String, Long> byName = new TreeMap<>();
    long[] sums = new long[3];
    lines
        .map(BEGIN::matcher)
        .filter(Matcher::matches)
        .forEach(
            begun -> {
              String name = begun.group(2);
              if (!threads.contains(Long.parseLong(begun.group(1)))) {
                sums[2]++;
                return;
              }
              byName.merge(name, 1L, Long::sum);
              if (FLUSHES.contains(name)) {
                sums[0]++;
                sums[1] += buffers(begun.group());
              }
            });
    return new StraceCounts(byName, sums[0], sums[1], sums[2]);
  }

  private static int buffers(String line) {
    Matcher vector = VECTOR.matcher(line);
    return vector.find() ? Integer.parseInt(vector.group(1)) : 1;
  }

  /** 0 of a name that there's none of. */
  long count(String name) {
    return byName.getOrDefault(name, 0L);
  }

  long all() {
    return byName.values().stream().mapToLong(Long::longValue).sum();
  }
}
