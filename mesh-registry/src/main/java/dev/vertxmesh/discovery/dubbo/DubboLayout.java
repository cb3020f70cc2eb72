package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.etcd.Layout;
import dev.vertxmesh.discovery.kind.SafeText;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A key a service of a provider. What providers say about themselves stands in each of their keys:
 * the smallest of their weights and limits counts, and the earliest of their starts.
 *
 * <p>What the mesh has put there itself is written for Dubbo's consumers, and never read: calls
 * would go round.
 */
public final class DubboLayout implements Layout {

  private static final String CATEGORY = "/providers/";

  @Override
  public boolean concerns(String name) {
    int category = name.indexOf('/');
    return name.startsWith(CATEGORY, category) && name.length() > category + CATEGORY.length();
  }

  @Override
  public Optional<Instance> read(String name, String value) {
    String encoded = name.substring(name.indexOf('/') + CATEGORY.length());
    RegisteredUrl url = RegisteredUrl.parse(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    if (!url.isOfTheMesh() && !url.protocol().equals(Protocol.DUBBO.name())) {
      throw new IllegalArgumentException(
          SafeText.of(url.protocol() + "://") + " isn't understood, expected dubbo://");
    }
    return ProviderInstances.of(url);
  }

  @Override
  public List<Instance> join(List<Instance> entries) {
    return ProviderInstances.joined(entries);
  }

  @Override
  public String name(Instance instance) {
    RegisteredUrl url = RegisteredUrl.of(instance);
    return encoded(url.service().interfaceName()) + CATEGORY + encoded(url.toString());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** The lease, as Dubbo's own have it; nobody reads it. */
  @Override
  public String value(Instance instance, long grant) {
    return Long.toString(grant);
  }

  /** All is in the name. */
  @Override
  public Optional<Instance> reread(Instance written, String value) {
    return Optional.of(written);
  }

  @Override
  public Optional<String> tombstone() {
    return Optional.empty();
  }
}
