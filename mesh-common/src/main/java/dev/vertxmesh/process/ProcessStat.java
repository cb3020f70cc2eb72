package dev.vertxmesh.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * When a process started, so that a process id that was given again isn't mistaken for its former
 * holder.
 *
 * <p>On Linux that's field 22 of {@code /proc/PID/stat} (proc(5)): clock ticks since boot, which no
 * change of the wall clock moves. Elsewhere it's the start in milliseconds since 1970.
 *
 * @param started compare for equality only, and only on one machine
 * @param ended whether it has ended and only waits for its parent to notice
 */
public record ProcessStat(long started, boolean ended) {

  /**
   * Clock ticks in a second; the kernel reports in this unit on every architecture that Java has.
   */
  public static final int TICKS_PER_SECOND = 100;

  private static final boolean LINUX = Files.isReadable(Path.of("/proc/self/stat"));
  private static final int STATE = 0;
  private static final int START_TIME = 19;

  /** Empty when there is no such process. */
  public static Optional<ProcessStat> of(long pid) {
    return LINUX ? ofProc(pid) : ofHandle(pid);
  }

  private static Optional<ProcessStat> ofProc(long pid) {
    try {
      return Optional.of(parse(Files.readString(Path.of("/proc/" + pid + "/stat"))));
    } catch (NoSuchFileException e) {
      // a hidden /proc shows nobody else's processes: ask the other way too
      return ofHandle(pid);
    } catch (IOException e) {
      return Optional.empty(); // it ended while being read
    }
  }

  /**
   * The command stands in parentheses and may hold any character, so fields count from the last.
   */
  static ProcessStat parse(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    boolean ended = fields[STATE].equals("Z") || fields[STATE].equals("X");
    return new ProcessStat(Long.parseLong(fields[START_TIME]), ended);
  }

  private static Optional<ProcessStat> ofHandle(long pid) {
    return ProcessHandle.of(pid)
        .map(
            process -> {
              long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
              return new ProcessStat(started, false);
            });
  }
}
