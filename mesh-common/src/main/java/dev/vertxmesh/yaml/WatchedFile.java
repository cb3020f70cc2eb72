package dev.vertxmesh.yaml;

import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A file with several parts. It's looked at once a second and read again when it has changed, with
 * all files that it names. It counts only if all its parts are right; otherwise what it said before
 * does, and the log says so once, {@link #problem()} as long as it's so. What was wrong is read
 * again now and then though it looks the same: a file that it names may have come. May be asked on
 * any thread.
 */
public final class WatchedFile {

  /**
   * What a part of the file is for.
   *
   * @param <C> what is read of it, immutable
   */
  public interface Part<C extends Content> {

    /**
     * Reads it, which blocks, and changes nothing: another part may be wrong.
     *
     * @throws IllegalArgumentException saying what is wrong and where
     */
    C read(ReadFile file);

    /** It counts from now on; never fails. */
    void take(C read);
  }

  /** What was read of files. */
  public interface Content {

    /** The files as they were before they were read. */
    FileStamps stamps();

    /** What it has, for a line of the log, such as {@code 3 rules}. */
    String summary();
  }

  private record Reading<C extends Content>(Part<C> part, C content) {

    static <C extends Content> Reading<C> of(Part<C> part, ReadFile file) {
      return new Reading<>(part, part.read(file));
    }

    void take() {
      part.take(content);
    }
  }

  private static final Logger LOG = System.getLogger(WatchedFile.class.getName());
  private static final long LOOK_MILLIS = 1_000;

  /** One that is wrong is read again at every such look. */
  private static final int RETRY_LOOKS = 5;

  private final Vertx vertx;
  private final Path file;
  private final List<Part<?>> parts = new ArrayList<>();

  /** For parts that are added; null once it's watched. */
  private ReadFile first;

  private FileStamps stamps = FileStamps.NONE;
  private volatile String problem = "";
  private FileStamps refused = FileStamps.NONE;
  private int looksRefused;
  private long timer = -1;
  private boolean looking;

  /**
   * Reads it, which blocks.
   *
   * @param file null if there's none
   * @throws IllegalArgumentException saying what is wrong and where
   */
  public WatchedFile(Vertx vertx, Path file) {
    this.vertx = vertx;
    this.file = file;
    this.first = file == null ? null : ReadFile.of(file);
  }

  /** Whether it's there, and is that one. */
  public boolean isOf(Path other) {
    return file != null
        && file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  /**
   * One more part, which is read and taken. To be called before it's watched, and not at all if
   * there's no file.
   *
   * @throws IllegalArgumentException saying what is wrong and where
   */
  public synchronized <C extends Content> void add(Part<C> part) {
    if (first == null) {
      throw new IllegalStateException("there's no file, or it's watched already");
    }
    Reading<C> reading = Reading.of(part, first);
    reading.take();
    stamps = stamps.and(reading.content().stamps());
    parts.add(part);
  }

  /** Looks at it from now on; once is enough, whoever asks. */
  public synchronized void watch() {
    if (file != null && timer < 0) {
      first = null;
      timer = vertx.setPeriodic(LOOK_MILLIS, id -> look());
    }
  }

  /** Doesn't look any more. */
  public void close() {
    if (file != null) {
      vertx.cancelTimer(timer);
    }
  }

  private void look() {
    if (!looking) {
      looking = true;
      vertx.executeBlocking(this::lookNow, false).onComplete(done -> looking = false);
    }
  }

  /** Blocks; returns whether something else counts now. */
  public synchronized boolean lookNow() {
    FileStamps seen = stamps.now();
    if (seen.equals(stamps)) {
      if (!problem.isEmpty()) {
        problem = "";
        LOG.log(Level.INFO, "{0} counts again, as it was", file);
      }
      refused = FileStamps.NONE;
      return false;
    }
    boolean isKnown = seen.equals(refused);
    if (isKnown && ++looksRefused < RETRY_LOOKS) {
      return false;
    }
    looksRefused = 0;
    String why = others(stamps.unlike(seen));
    try {
      String summary = readAll();
      problem = "";
      refused = FileStamps.NONE;
      LOG.log(Level.INFO, "{0} was read{1}: {2}", file, why, summary);
      return true;
    } catch (RuntimeException e) { // whatever is wrong, what was read before still counts
      refused = seen;
      refuse(words(e), isKnown);
      return false;
    }
  }

  /** All parts or none. */
  private String readAll() {
    ReadFile read = ReadFile.of(file);
    List<Reading<?>> readings = new ArrayList<>();
    for (Part<?> part : parts) {
      readings.add(Reading.of(part, read));
    }
    FileStamps taken = FileStamps.NONE;
    for (Reading<?> reading : readings) {
      reading.take();
      taken = taken.and(reading.content().stamps());
    }
    stamps = taken;
    return readings.stream()
        .map(reading -> reading.content().summary())
        .collect(Collectors.joining(", "));
  }

  /** Which of the files that it names have changed, for the log. */
  private String others(List<Path> changed) {
    String names =
        changed.stream()
            .filter(one -> !one.equals(file))
            .map(Path::toString)
            .collect(Collectors.joining(" and "));
    return names.isEmpty() ? "" : " anew, as " + names + " has changed";
  }

  private String words(RuntimeException e) {
    return e instanceof IllegalArgumentException ? e.getMessage() : file + ": can't be read: " + e;
  }

  private void refuse(String why, boolean isKnown) {
    if (!isKnown || !why.equals(problem)) {
      LOG.log(Level.WARNING, "what was read before still counts, all of it: {0}", why);
    }
    problem = why;
  }

  /** Whether there's a file. */
  public boolean isOn() {
    return file != null;
  }

  /** What is wrong with the file as it is now; empty if it counts. */
  public String problem() {
    return problem;
  }
}
