package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.kind.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The entries that aren't taken, and why. However many there are, so many are kept by name, and few
 * are told of at a time: who writes them must not fill the heap, or the log. Of the others it's
 * known that there are some, until what there is is listed again.
 */
public final class SkippedEntries {

  /** The heap that the reasons of many have together. */
  public interface Space {

    /** Takes so many bytes; false if there aren't so many left. */
    boolean takes(long bytes);

    void give(long bytes);
  }

  private static final int MOST = 1_000;

  /** Of one, besides the characters of its name and its reason. */
  private static final int BYTES = 200;

  private static final int MOST_TOLD = 20;

  /** What is said of those of which nothing is kept. */
  private static final String UNKEPT = "why isn't kept, since too many others are skipped";

  private final Map<String, String> reasons = new HashMap<>();
  private final Set<String> news = new HashSet<>();
  private final Space space;
  private boolean unkept;

  /** Those of one, which has none beside it. */
  public SkippedEntries() {
    this(
        new Space() {
          @Override
          public boolean takes(long bytes) {
            return true;
          }

          @Override
          public void give(long bytes) {}
        });
  }

  /**
   * @param space of these and others; of who finds none there nothing is kept but that he is
   */
  public SkippedEntries(Space space) {
    this.space = space;
  }

  /** An entry that isn't taken; over the bound, one more that nobody hears of. */
  public void put(String name, String reason) {
    String key = SafeText.url(name);
    if (isNew(key, reason) && news.size() < MOST) {
      news.add(key);
    }
  }

  /**
   * The same of one that isn't told of, since others were that aren't taken for the same reason.
   */
  public void count(String name, String reason) {
    isNew(SafeText.url(name), reason);
  }

  private boolean isNew(String key, String reason) {
    String before = reasons.get(key);
    String shown = SafeText.of(reason);
    if (shown.equals(before)) {
      return false;
    }
    forget(key);
    if (reasons.size() >= MOST || !space.takes(bytes(key, shown))) {
      unkept = true;
      return false;
    }
    reasons.put(key, shown);
    return true;
  }

  private static long bytes(String key, String shown) {
    return BYTES + 2L * (key.length() + shown.length()); // as they are in other than Latin letters
  }

  public void remove(String name) {
    if (!reasons.isEmpty()) {
      forget(SafeText.url(name));
    }
  }

  /** One isn't skipped any more, nor is any of which nothing was kept. */
  public void settle(String name) {
    remove(name);
    unkept = false;
  }

  private void forget(String key) {
    String shown = reasons.remove(key);
    if (shown != null) {
      space.give(bytes(key, shown));
    }
  }

  /** None is left. */
  public void clear() {
    List.copyOf(reasons.keySet()).forEach(this::forget);
    unkept = false;
  }

  /** Only those may be left that the store still has; it says anew what is to be skipped. */
  public void retain(Set<String> names) {
    unkept = false;
    if (!reasons.isEmpty()) {
      Set<String> left = new HashSet<>();
      names.forEach(name -> left.add(SafeText.url(name)));
      Set<String> gone = new HashSet<>(reasons.keySet());
      gone.removeAll(left);
      gone.forEach(this::forget);
    }
  }

  /** Why, by names as they may be shown. */
  Map<String, String> reasons() {
    return Map.copyOf(reasons);
  }

  /** Tells the log what is new. */
  public void report(Logger log) {
    news().forEach((name, why) -> log.log(Level.WARNING, "entry {0} is skipped: {1}", name, why));
  }

  /** How many are kept, or one if there are some of which nothing is. */
  public int size() {
    return reasons.isEmpty() && unkept ? 1 : reasons.size();
  }

  /** Whether there may be more than {@link #size} says. */
  public boolean isMore() {
    return unkept;
  }

  /** Why one of them isn't taken; empty if there is none. */
  public String anyReason() {
    return reasons.values().stream().findFirst().orElse(unkept ? UNKEPT : "");
  }

  /** Some of them, by names as they may be shown: as many as a registry tells of. */
  public Map<String, String> some() {
    Map<String, String> some = new TreeMap<>();
    reasons.entrySet().stream()
        .limit(Registry.MOST_SKIPPED_TOLD)
        .forEach(one -> some.put(one.getKey(), one.getValue()));
    return some;
  }

  /** Why one isn't taken; empty if it is, or nothing is kept of it. */
  public String reason(String name) {
    return reasons.getOrDefault(SafeText.url(name), "");
  }

  /** What is new since this was asked last, or some of it, by names as they may be shown. */
  Map<String, String> news() {
    Map<String, String> told = new HashMap<>();
    news.stream()
        .filter(reasons::containsKey)
        .limit(MOST_TOLD)
        .forEach(name -> told.put(name, reasons.get(name)));
    news.clear();
    return told;
  }
}
