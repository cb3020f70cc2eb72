package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.EntryBounds;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * What providers have written about the methods and types of services that are called. Who reads it
 * is the protocol's {@link BackendKind}. On the worker, but for {@link #of}.
 */
final class FollowedDefinitions {

  private static final String APPLICATION = "application";

  /** Whose words they are. */
  private record Key(ServiceKey service, String application) {
    @Override
    public String toString() {
      return "types of " + service + " by " + application;
    }
  }

  private final BackendKind reader;
  private final FollowedTexts<Key, ServiceTypes> texts;
  private Set<FollowedInterface> called = Set.of();
  private Set<Key> kept = Set.of();
  private boolean ended;

  /**
   * @param reader null for nobody, and then nothing is followed
   */
  FollowedDefinitions(
      FollowedStore store,
      BackendKind reader,
      RegistryThread worker,
      BooleanSupplier isBelieved,
      Runnable onChange) {
    this.reader = reader;
    this.texts =
        new FollowedTexts<>(
            new FollowedTexts.Kind<>() {
              @Override
              public FollowedStore.Watch watch(Key key, FollowedStore.Listener listener) {
                return store.definition(key.service, key.application, listener);
              }

              @Override
              public ServiceTypes read(Key key, String text) {
                return reader.types(key.service, text);
              }

              @Override
              public long weight(ServiceTypes types) {
                return types.weight();
              }
            },
            worker,
            EntryBounds.room() / 4,
            isBelieved,
            onChange);
  }

  /** Who reads what Dubbo's providers write; null if nobody here can. */
  static BackendKind reader() {
    return ServiceLoader.load(BackendKind.class, FollowedDefinitions.class.getClassLoader())
        .stream()
        .map(ServiceLoader.Provider::get)
        .filter(kind -> kind.name().equals(Protocol.DUBBO.name()))
        .findFirst()
        .orElse(null);
  }

  /** Those that are called are followed. */
  void want(Collection<FollowedInterface> interfaces) {
    if (reader == null) {
      return;
    }
    called = interfaces.stream().filter(FollowedInterface::isCalled).collect(Collectors.toSet());
    Set<Key> wanted = new HashSet<>(kept);
    called.forEach(one -> wanted.addAll(of(one)));
    texts.want(wanted);
  }

  /** Those of these services by this application are followed, whether or not they are called. */
  void keep(String application, Collection<ServiceKey> services) {
    if (reader != null && !ended) {
      Set<Key> wanted = new HashSet<>();
      services.forEach(service -> wanted.add(new Key(service, application)));
      kept = wanted;
      want(called);
    }
  }

  private static Set<Key> of(FollowedInterface one) {
    Set<Key> keys = new HashSet<>();
    for (Instance instance : one.instances()) {
      String application = instance.tags().getOrDefault(APPLICATION, "");
      if (instance.protocol().equals(Protocol.DUBBO) && !application.isEmpty()) {
        instance.services().forEach(service -> keys.add(new Key(service, application)));
      }
    }
    return keys;
  }

  /** Whether who calls it needn't wait any more. */
  boolean areTold(FollowedInterface one) {
    return reader == null || called.contains(one) && texts.areTold(of(one));
  }

  /** Null if nothing is known. On any thread. */
  ServiceTypes of(Instance provider, ServiceKey service) {
    String application = provider.tags().get(APPLICATION);
    return application == null ? null : texts.get(new Key(service, application));
  }

  /** Whether some count though they may be gone. */
  boolean areHeld() {
    return texts.areHeld();
  }

  int skipped() {
    return texts.skipped();
  }

  /** Why some are. On any thread. */
  Map<String, String> skippedEntries() {
    return texts.skippedEntries();
  }

  void end() {
    ended = true;
    texts.end();
  }
}
