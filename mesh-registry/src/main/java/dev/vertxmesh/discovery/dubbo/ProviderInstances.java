package dev.vertxmesh.discovery.dubbo;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.admission.ProviderThreads;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SafeText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Instances of what providers have registered, at whichever of Dubbo's levels: one for each
 * address, however often it stands there.
 *
 * <p>What providers say about themselves stands in each of their entries: the smallest of their
 * weights and limits counts, and the earliest of their starts.
 */
public final class ProviderInstances {

  /** Dubbo's own weight of who doesn't say. */
  private static final int WEIGHT = 100;

  private static final String APPLICATION = "application";

  private static final Map<String, Protocol> KNOWN =
      Map.of("dubbo", Protocol.DUBBO, "tri", Protocol.GRPC, "grpc", Protocol.GRPC);

  private static final RecentlySeen<List<ServiceKey>> SERVICES = new RecentlySeen<>(256);
  private static final RecentlySeen<Map<String, String>> TAGS = new RecentlySeen<>(256);

  private ProviderInstances() {}

  /**
   * The one that an entry tells of; empty if it isn't to be called, or is the mesh's own: calls
   * would go round.
   *
   * @throws IllegalArgumentException saying why it can't be called
   */
  public static Optional<Instance> of(RegisteredUrl url) {
    Protocol protocol = KNOWN.get(url.protocol());
    if (protocol == null) {
      throw new IllegalArgumentException(
          SafeText.of(url.protocol() + "://") + " isn't understood, expected dubbo:// or tri://");
    }
    if (url.isOfTheMesh() || !url.isEnabled()) {
      return Optional.empty();
    }
    HostPort address = url.address();
    int threads = (int) Math.min(url.number("threads", 0), Integer.MAX_VALUE);
    List<ServiceKey> services = List.of(url.service());
    Map<String, String> tags = url.tags();
    EntryBounds.check(services, tags); // before any of it is kept
    return Optional.of(
        new Instance(
            protocol,
            protocol + "-" + address.host().replace('%', '-') + "-" + address.port(),
            address.host(),
            address.port(),
            SERVICES.of(services),
            (int) Math.min(url.number("weight", WEIGHT), Instance.LARGEST_WEIGHT),
            TAGS.of(Map.copyOf(tags)),
            threads == 0 ? 0 : ProviderThreads.limit(threads),
            url.number("timestamp", 0),
            url.serialization(),
            Instance.PROTOCOL_VERSION,
            "",
            List.of(),
            calledBack(url)));
  }

  private static Map<ServiceKey, List<String>> calledBack(RegisteredUrl url) {
    List<String> arguments = url.calledBack();
    return arguments.isEmpty() ? Map.of() : Map.of(url.service(), arguments);
  }

  /** Those of each address made one, in the order in which they came. */
  public static List<Instance> joined(Collection<Instance> entries) {
    return byAddress(entries).values().stream().map(ProviderInstances::one).toList();
  }

  /** Those of each address, in the order in which they came. */
  public static Map<HostPort, List<Instance>> byAddress(Collection<Instance> entries) {
    Map<HostPort, List<Instance>> byAddress = new LinkedHashMap<>();
    for (Instance entry : entries) {
      byAddress.computeIfAbsent(entry.address(), address -> new ArrayList<>(2)).add(entry);
    }
    return byAddress;
  }

  /**
   * The same of providers that speak several protocols: each serves a service once. By Dubbo's
   * where it can, since that takes every method; by Triple what it has by nothing else.
   */
  public static List<Instance> distinct(Collection<Instance> entries) {
    List<Instance> joined = joined(entries);
    if (joined.stream().allMatch(one -> one.protocol().equals(Protocol.DUBBO))) {
      return joined;
    }
    Map<String, Set<ServiceKey>> byDubbo = new HashMap<>();
    for (Instance instance : joined) {
      if (instance.protocol().equals(Protocol.DUBBO)) {
        byDubbo
            .computeIfAbsent(provider(instance), one -> new HashSet<>())
            .addAll(instance.services());
      }
    }
    List<Instance> distinct = new ArrayList<>(joined.size());
    for (Instance instance : joined) {
      Set<ServiceKey> had = byDubbo.getOrDefault(provider(instance), Set.of());
      if (instance.protocol().equals(Protocol.DUBBO) || had.isEmpty()) {
        distinct.add(instance);
      } else {
        List<ServiceKey> others =
            instance.services().stream().filter(service -> !had.contains(service)).toList();
        if (!others.isEmpty()) {
          distinct.add(instance.serving(others));
        }
      }
    }
    return distinct;
  }

  /** An application on a machine. */
  private static String provider(Instance instance) {
    return instance.host() + " " + instance.tags().getOrDefault(APPLICATION, "");
  }

  /** Those of one address made one. */
  public static Instance one(List<Instance> ofAddress) {
    if (ofAddress.size() == 1) {
      return ofAddress.get(0);
    }
    List<Instance> entries = ofOneProtocol(ofAddress);
    Instance first = entries.get(0);
    int weight = first.weight();
    int limit = first.limit();
    long startedAt = first.startedAtMillis();
    boolean areSame = true;
    Map<ServiceKey, List<String>> calledBack = new HashMap<>();
    for (Instance entry : entries) {
      weight = Math.min(weight, entry.weight());
      limit = (int) leastKnown(limit, entry.limit());
      startedAt = leastKnown(startedAt, entry.startedAtMillis());
      areSame &= entry.services().equals(first.services());
      entry.calledBack().forEach(calledBack::putIfAbsent);
    }
    if (areSame
        && weight == first.weight()
        && limit == first.limit()
        && calledBack.equals(first.calledBack())
        && startedAt == first.startedAtMillis()) {
      return first; // as those are that stand at both levels
    }
    return new Instance(
        first.protocol(),
        first.id(),
        first.host(),
        first.port(),
        areSame ? first.services() : services(entries),
        weight,
        first.tags(),
        limit,
        startedAt,
        first.serialization(),
        Instance.PROTOCOL_VERSION,
        "",
        List.of(),
        calledBack);
  }

  /** A port may speak both; then Dubbo's entries count. */
  private static List<Instance> ofOneProtocol(List<Instance> ofAddress) {
    int dubbo = 0;
    for (Instance one : ofAddress) {
      dubbo += one.protocol().equals(Protocol.DUBBO) ? 1 : 0;
    }
    return dubbo == 0 || dubbo == ofAddress.size()
        ? ofAddress
        : ofAddress.stream().filter(one -> one.protocol().equals(Protocol.DUBBO)).toList();
  }

  /** 0 is nobody's word. */
  private static long leastKnown(long one, long other) {
    return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
  }

  private static List<ServiceKey> services(List<Instance> entries) {
    return entries.stream()
        .flatMap(entry -> entry.services().stream())
        .distinct()
        .sorted(Comparator.comparing(ServiceKey::toString))
        .toList();
  }
}
