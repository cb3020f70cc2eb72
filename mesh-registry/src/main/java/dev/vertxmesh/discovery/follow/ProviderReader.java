package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.follow.entry.Loopback;
import java.util.Optional;

/**
 * Reads entries of either level.
 *
 * @param isHere whether those at a loopback address may be reached
 */
record ProviderReader(FollowedStore store, boolean isHere) {

  /** The one that an entry of an interface tells of; empty if it isn't to be called. */
  Optional<Instance> provider(String interfaceName, String entry, String text) {
    RegisteredUrl url = store.provider(entry, text);
    if (!url.service().interfaceName().equals(interfaceName)) {
      throw new IllegalArgumentException("it's of another interface than the one it stands under");
    }
    return instance(url);
  }

  /** The same of what an instance of an application serves. */
  Optional<Instance> instance(RegisteredUrl url) {
    if (!isHere && Loopback.is(url.address().host())) {
      throw new IllegalArgumentException(
          url.address() + " is an address of its own machine, which nobody else reaches");
    }
    return ProviderInstances.of(url);
  }
}
