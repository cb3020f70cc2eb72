package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hands on the worker what a registry tells.
 *
 * @param entries told what stands there
 * @param refusal told why it may not be read
 */
record ToldOnWorker(
    RegistryThread worker, Consumer<Map<String, String>> entries, Consumer<String> refusal)
    implements FollowedStore.Listener {

  @Override
  public void onEntries(Map<String, String> all) {
    worker.execute(() -> entries.accept(all));
  }

  @Override
  public void onRefusal(Throwable cause) {
    worker.execute(() -> refusal.accept(String.valueOf(cause.getMessage())));
  }
}
