package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Dubbo's routing rules for what is followed, by their names: of services and of their providers'
 * applications, and of the application that calls. What they mean is others' business. On the
 * worker.
 */
final class FollowedRules {

  /** Longer ones are cut off behind that: nobody reads them. In characters. */
  static final int LONGEST = 256 * 1024;

  private static final List<String> OF_CALLERS = List.of(".condition-router", ".configurators");

  /** A script is never run, but that there's one is told. */
  private static final List<String> OF_APPLICATIONS =
      List.of(".tag-router", ".condition-router", ".configurators", ".script-router");

  private final FollowedTexts<String, String> texts;
  private String application;
  private Consumer<Map<String, String>> listener;
  private Map<String, String> told = Map.of();
  private Collection<Instance> wantedFor;
  private Set<String> wanted = Set.of();

  FollowedRules(
      FollowedStore store, RegistryThread worker, BooleanSupplier isBelieved, Runnable onChange) {
    this.texts =
        new FollowedTexts<>(
            new FollowedTexts.Kind<>() {
              @Override
              public FollowedStore.Watch watch(String name, FollowedStore.Listener told) {
                return store.rule(name, told);
              }

              @Override
              public String read(String name, String text) {
                return text.length() > LONGEST ? text.substring(0, LONGEST + 1) : text;
              }

              @Override
              public long weight(String text) {
                return 2L * text.length();
              }
            },
            worker,
            EntryBounds.room() / 8,
            isBelieved,
            onChange);
  }

  /**
   * Nothing is followed before.
   *
   * @param caller the application that calls
   * @param told gets all rules' texts by their names, whenever one has changed
   */
  void begin(String caller, Consumer<Map<String, String>> told) {
    application = caller;
    listener = told;
  }

  /**
   * Those of these, which don't change any more, are followed; what they say is told, if that's
   * new.
   */
  void want(Collection<Instance> instances) {
    if (listener == null) {
      return;
    }
    if (instances != wantedFor) {
      Set<String> names = names(instances);
      OF_CALLERS.forEach(kind -> names.add(application + kind));
      wanted = names;
      wantedFor = instances;
    }
    texts.want(wanted);
    tell();
  }

  /** What they say is told, if that's new. */
  void tell() {
    Map<String, String> now = texts.values();
    if (listener != null && !now.equals(told)) {
      told = now;
      listener.accept(now);
    }
  }

  private static Set<String> names(Collection<Instance> instances) {
    Set<ServiceKey> services = new HashSet<>();
    Set<String> applications = new HashSet<>();
    for (Instance instance : instances) {
      services.addAll(instance.services());
      applications.add(instance.tags().getOrDefault("application", ""));
    }
    applications.remove("");
    Set<String> names = new HashSet<>();
    for (ServiceKey one : services) {
      String key = one.interfaceName() + ":" + one.version() + ":" + one.group();
      OF_CALLERS.forEach(kind -> names.add(key + kind));
    }
    applications.forEach(one -> OF_APPLICATIONS.forEach(kind -> names.add(one + kind)));
    return names;
  }

  /** Whether who calls it needn't wait any more. */
  boolean areTold(FollowedInterface one) {
    return listener == null || texts.areTold(names(one.instances()));
  }

  /** Whether some count though they may be gone. */
  boolean areHeld() {
    return texts.areHeld();
  }

  int skipped() {
    return texts.skipped();
  }

  void end() {
    texts.end();
  }
}
