package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.application.MetadataAddress;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A registry by hand: what stands there, who watches what, and whether it's there. */
final class HandStore implements FollowedStore, MetadataSource {

  final Map<String, Map<String, String>> entries = new ConcurrentHashMap<>();
  final Map<String, Listener> listeners = new ConcurrentHashMap<>();
  final Map<String, String> metadata = new ConcurrentHashMap<>();

  /** Where nothing is told at first. */
  final Set<String> silent = ConcurrentHashMap.newKeySet();

  /** Completes when the interfaces are told that there are. */
  volatile Future<Void> listing = Future.succeededFuture();

  /** Why some of the interfaces may not be told. */
  volatile String unlisted = "";

  volatile boolean isAway;

  /** It's another server from now on. */
  Runnable doubted;

  /** It takes questions, and answers none. */
  volatile boolean isStill;

  void set(String where, Map<String, String> all) {
    entries.put(where, all);
    Listener listener = listeners.get(where);
    if (listener != null && !isAway) {
      listener.onEntries(all);
    }
  }

  void refuse(String where, String why) {
    listeners.get(where).onRefusal(new RegistryFailure(why, null));
  }

  private Watch watch(String where, Listener listener) {
    listeners.put(where, listener);
    if (!isAway && !isStill && !silent.contains(where)) {
      listener.onEntries(entries.getOrDefault(where, Map.of()));
    }
    return () -> listeners.remove(where);
  }

  @Override
  public Watch providers(String interfaceName, Listener listener) {
    return watch("providers " + interfaceName, listener);
  }

  @Override
  public Watch mapping(String interfaceName, Listener listener) {
    return watch("mapping " + interfaceName, listener);
  }

  @Override
  public Watch instances(String application, Listener listener) {
    return watch("instances " + application, listener);
  }

  @Override
  public Watch definition(ServiceKey service, String application, Listener listener) {
    return watch("definition " + service + " " + application, listener);
  }

  @Override
  public Watch rule(String name, Listener listener) {
    return watch("rule " + name, listener);
  }

  @Override
  public RegisteredUrl provider(String name, String text) {
    return RegisteredUrl.parse(name);
  }

  @Override
  public ApplicationInstance instance(String application, String name, String text) {
    return ApplicationInstance.ofCurator(application, text);
  }

  @Override
  public Future<String> metadata(String application, String revision) {
    return Future.succeededFuture(metadata.get(application + "/" + revision));
  }

  @Override
  public Future<String> remote(String application, String revision) {
    return metadata(application, revision);
  }

  @Override
  public Future<String> local(MetadataAddress where, String revision) {
    return Future.failedFuture("nobody is there");
  }

  @Override
  public Future<Interfaces> interfaces() {
    return listing.map(
        told ->
            new Interfaces(
                entries.keySet().stream()
                    .filter(where -> where.startsWith("providers "))
                    .map(where -> where.substring("providers ".length()))
                    .toList(),
                unlisted.isEmpty() ? 0 : 1,
                unlisted));
  }

  @Override
  public void onDoubt(Runnable run) {
    doubted = run;
  }

  @Override
  public Future<Void> probe() {
    if (isStill) {
      return Promise.<Void>promise().future();
    }
    return isAway ? Future.failedFuture("it's away") : Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
