package dev.vertxmesh.consumer;

import dev.vertxmesh.discovery.Instance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Says in the log which instances have come and gone, a line for all that did within an interval,
 * so that who restarts a thousand of them doesn't write the log. Of one context.
 */
final class InstanceLog implements Consumer<List<Instance>> {

  private static final Logger LOG = System.getLogger(InstanceLog.class.getName());

  private static final long INTERVAL_MILLIS = 5_000;

  /** How many a line names. */
  private static final int SHOWN = 10;

  private final BiConsumer<Long, Runnable> timer;
  private final Consumer<String> log;
  private Map<String, String> told = Map.of();
  private List<Instance> known = List.of();
  private boolean waiting;

  /**
   * @param timer runs something after so many milliseconds
   */
  InstanceLog(BiConsumer<Long, Runnable> timer) {
    this(timer, line -> LOG.log(Level.INFO, line));
  }

  InstanceLog(BiConsumer<Long, Runnable> timer, Consumer<String> log) {
    this.timer = timer;
    this.log = log;
  }

  @Override
  public void accept(List<Instance> instances) {
    known = instances;
    if (!waiting) {
      tell();
    }
  }

  /** What has changed since it was told last, if anything has. */
  private void tell() {
    waiting = false;
    Map<String, String> now = new LinkedHashMap<>();
    known.forEach(instance -> now.put(instance.id(), instance.address().toString()));
    List<String> came = without(now, told);
    List<String> gone = without(told, now);
    if (came.isEmpty() && gone.isEmpty()) {
      return;
    }
    log.accept("instances: " + some(came, "came") + some(gone, "gone") + now.size() + " known");
    told = now;
    waiting = true;
    timer.accept(INTERVAL_MILLIS, this::tell);
  }

  private static List<String> without(Map<String, String> some, Map<String, String> others) {
    return some.entrySet().stream()
        .filter(instance -> !others.containsKey(instance.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String some(Collection<String> addresses, String what) {
    if (addresses.isEmpty()) {
      return "";
    }
    String names = addresses.stream().limit(SHOWN).collect(Collectors.joining(", "));
    int more = addresses.size() - SHOWN;
    return names + " " + what + (more > 0 ? ", and " + more + " more; " : "; ");
  }
}
