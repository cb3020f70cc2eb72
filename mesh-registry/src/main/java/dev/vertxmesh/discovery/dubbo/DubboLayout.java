package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.admission.ProviderThreads;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.etcd.Layout;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key a service of a provider. What providers say about themselves stands in each of their keys:
 * the smallest of their weights and limits counts, and the earliest of their starts.
 *
 * <p>What the mesh has put there itself is written for Dubbo's consumers, and never read: calls
 * would go round.
 */
public final class DubboLayout implements Layout {

  /** Dubbo's own weight of who doesn't say. */
  private static final int WEIGHT = 100;

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
    return url.isEnabled() && !url.isOfTheMesh() ? Optional.of(instance(url)) : Optional.empty();
  }

  private static Instance instance(RegisteredUrl url) {
    HostPort address = url.address();
    int threads = (int) Math.min(url.number("threads", 0), Integer.MAX_VALUE);
    return new Instance(
            Protocol.DUBBO,
            "dubbo-" + address.host().replace('%', '-') + "-" + address.port(),
            address.host(),
            address.port(),
            List.of(url.service()),
            (int) Math.min(url.number("weight", WEIGHT), Instance.LARGEST_WEIGHT),
            url.tags(),
            threads == 0 ? 0 : ProviderThreads.limit(threads),
            url.number("timestamp", 0))
        .speaking(url.serialization());
  }

  @Override
  public List<Instance> join(List<Instance> entries) {
    Map<HostPort, List<Instance>> byAddress = new LinkedHashMap<>();
    for (Instance entry : entries) {
      byAddress.computeIfAbsent(entry.address(), address -> new ArrayList<>()).add(entry);
    }
    return byAddress.values().stream().map(DubboLayout::joined).toList();
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
  public Optional<String> goodbye() {
    return Optional.empty();
  }

  private static Instance joined(List<Instance> entries) {
    Instance first = entries.get(0);
    if (entries.size() == 1) {
      return first;
    }
    List<ServiceKey> services =
        entries.stream()
            .flatMap(entry -> entry.services().stream())
            .distinct()
            .sorted(Comparator.comparing(ServiceKey::toString))
            .toList();
    return new Instance(
            first.protocol(),
            first.id(),
            first.host(),
            first.port(),
            services,
            entries.stream().mapToInt(Instance::weight).min().orElseThrow(),
            first.tags(),
            entries.stream().mapToInt(Instance::limit).filter(n -> n > 0).min().orElse(0),
            entries.stream()
                .mapToLong(Instance::startedAtMillis)
                .filter(n -> n > 0)
                .min()
                .orElse(0))
        .speaking(first.serialization());
  }
}
