package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.ContestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Looks at some threads again and again: how long each was on a processor, and how long it was
 * ready to run and waited for one, which {@code /proc/PID/task/TID/schedstat} tells in nanoseconds.
 * Looking costs some 4 us a thread, so it's few threads that are looked at.
 */
final class ThreadTimes {
  private static final int MOST_BYTES = 128;

  private final List<Threads> groups;
  private final long periodNanos;
  private final long[] at;
  private final long[][] cpu;
  private final long[][] waited;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(MOST_BYTES);
  private final Thread looker = new Thread(this::look, "looker");
  private volatile int count;
  private volatile boolean ended;

  /** Threads of one process that count together, by what there's to read of each. */
  record Threads(List<FileChannel> schedstats) {
    /** Those whose names, of at most 15 characters, are so; those that there are by now. */
    static Threads of(long pid, Predicate<String> name) {
      List<FileChannel> found = new ArrayList<>();
      try {
        for (long id : ThreadNames.ids(pid, name)) {
          found.add(FileChannel.open(Path.of("/proc/%d/task/%d/schedstat".formatted(pid, id))));
        }
      } catch (IOException e) {
        throw new ContestException("--why needs Linux' schedstat: " + e);
      }
      return new Threads(found);
    }
  }

  /**
   * Begins to look.
   *
   * @param millis after which it ends at the latest
   */
  ThreadTimes(List<Threads> groups, int periodMillis, int millis) {
    this.groups = groups;
    this.periodNanos = TimeUnit.MILLISECONDS.toNanos(periodMillis);
    int most = millis / periodMillis + 1;
    at = new long[most];
    cpu = new long[groups.size()][most];
    waited = new long[groups.size()][most];
    looker.setDaemon(true);
    looker.start();
  }

  private void look() {
    while (!ended && count < at.length) {
      long now = System.nanoTime();
      for (int group = 0; group < groups.size(); group++) {
        for (FileChannel each : groups.get(group).schedstats()) {
          read(each, group, count);
        }
      }
      at[count] = now;
      count++;
      LockSupport.parkNanos(now + periodNanos - System.nanoTime());
    }
  }

  /** A thread that has ended adds nothing. */
  private void read(FileChannel schedstat, int group, int sample) {
    bytes.clear();
    try {
      schedstat.read(bytes, 0);
    } catch (IOException e) {
      return;
    }
    bytes.flip();
    cpu[group][sample] += number();
    waited[group][sample] += number();
  }

  private long number() {
    long value = 0;
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      if (next < '0' || next > '9') {
        break;
      }
      value = value * 10 + next - '0';
    }
    return value;
  }

  /** Looks no more; what was seen stays. */
  void end() throws InterruptedException {
    ended = true;
    LockSupport.unpark(looker);
    looker.join();
  }

  /** How often it looked. */
  int looks() {
    return count;
  }

  /** Nanoseconds on a processor from the last look before this stretch to the first behind it. */
  long cpuWithin(int group, long from, long to) {
    return within(cpu[group], from, to);
  }

  /** Nanoseconds of waiting for a processor, likewise. */
  long waitedWithin(int group, long from, long to) {
    return within(waited[group], from, to);
  }

  private long within(long[] sums, long from, long to) {
    int first = Arrays.binarySearch(at, 0, count, from);
    int last = Arrays.binarySearch(at, 0, count, to);
    int before = Math.max(0, first < 0 ? -first - 2 : first);
    int behind = Math.min(count - 1, last < 0 ? -last - 1 : last);
    return behind <= before ? 0 : Math.max(0, sums[behind] - sums[before]);
  }
}
