package dev.vertxmesh.yaml;

import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What a file said when it was right last. It's looked at once a second and read again when it has
 * changed, with all files that it names; one that is wrong changes nothing, and is told of once in
 * the log and by {@link #problem()} as long as it is. What was wrong is read again now and then
 * though it looks the same: a file that it names may have come. May be asked on any thread.
 *
 * @param <C> what is read of it, immutable
 */
public final class WatchedFile<C extends WatchedFile.Content> {

  /** What was read of files. */
  public interface Content {

    /** The files as they were before they were read. */
    FileStamps stamps();

    /** What it has, for a line of the log, such as {@code 3 rules}. */
    String summary();
  }

  private static final Logger LOG = System.getLogger(WatchedFile.class.getName());
  private static final long LOOK_MILLIS = 1_000;

  /** One that is wrong is read again at every such look. */
  private static final int RETRY_LOOKS = 5;

  private final Vertx vertx;
  private final Path file;
  private final Supplier<C> reader;
  private volatile C content;
  private volatile String problem = "";
  private FileStamps refused = FileStamps.NONE;
  private int looksRefused;
  private long timer = -1;
  private boolean looking;

  /**
   * @param file null if there's none, so that the content stays
   * @param first what counts until then
   * @param reader reads it again, which blocks; throws an {@link IllegalArgumentException} that
   *     says what is wrong and where
   */
  public WatchedFile(Vertx vertx, Path file, C first, Supplier<C> reader) {
    this.vertx = vertx;
    this.file = file;
    this.content = first;
    this.reader = reader;
  }

  /** Looks at it from now on. */
  public void watch() {
    if (file != null) {
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
    FileStamps seen = content.stamps().now();
    if (seen.equals(content.stamps())) {
      if (!problem.isEmpty()) {
        problem = "";
        LOG.log(Level.INFO, "{0} is again what counts", file);
      }
      refused = FileStamps.NONE;
      return false;
    }
    boolean isKnown = seen.equals(refused);
    if (isKnown && ++looksRefused < RETRY_LOOKS) {
      return false;
    }
    looksRefused = 0;
    String why = others(content.stamps().unlike(seen));
    try {
      content = reader.get();
      problem = "";
      refused = FileStamps.NONE;
      LOG.log(Level.INFO, "{0} was read{1}: {2}", file, why, content.summary());
      return true;
    } catch (RuntimeException e) { // whatever is wrong, what was read before still counts
      refused = seen;
      refuse(words(e), isKnown);
      return false;
    }
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
      LOG.log(Level.WARNING, "what was read before still counts: {0}", why);
    }
    problem = why;
  }

  /** Whether there's a file. */
  public boolean isOn() {
    return file != null;
  }

  /** What counts now. */
  public C content() {
    return content;
  }

  /** What is wrong with the file as it is now; empty if it counts. */
  public String problem() {
    return problem;
  }
}
