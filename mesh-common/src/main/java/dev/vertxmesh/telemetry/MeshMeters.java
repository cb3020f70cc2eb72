package dev.vertxmesh.telemetry;

import dev.vertxmesh.call.ServiceKey;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * All meters of one agent. Thread-safe.
 *
 * <p>Counting needs no Micrometer: its registry, and the JVM's meters with it, come to be when
 * {@link #scrape()} is first called, which keeps a fifth of a second out of the agent's start.
 */
public final class MeshMeters {

  static final int MOST_SERVICES = 1_000;

  private final String agent;
  private final String version;
  private final Map<ServiceKey, CallMeters> services = new ConcurrentHashMap<>();
  private final CallMeters others = new CallMeters(MeterNames.OTHER);
  private final Map<String, Count> refusals = new ConcurrentHashMap<>();
  private final Map<String, Count> retries = new ConcurrentHashMap<>();
  private final Map<String, Count> links = new ConcurrentHashMap<>();
  private final Count linkBytesIn = new Count();
  private final Count linkBytesOut = new Count();
  private final Count linkStreams = new Count();
  private final Count linkUnread = new Count();
  private final Count linkWindows = new Count();
  private final List<Consumer<MeterRegistry>> more = new ArrayList<>();
  private Exposition exposition;
  private boolean closed;

  /**
   * @param agent the agent's name, such as {@code mesh-consumer}
   */
  public MeshMeters(String agent, String version) {
    this.agent = agent;
    this.version = version;
  }

  /** The same object for the same service; from the 1001st service on, one that they all share. */
  public CallMeters forService(ServiceKey service) {
    CallMeters known = services.get(service);
    return known != null ? known : add(service);
  }

  /** What calls to services share that have no meters of their own. */
  public CallMeters others() {
    return others;
  }

  /** How often calls were refused for this reason. Reasons are a handful of fixed words. */
  public Count refusals(String reason) {
    return refusals.computeIfAbsent(reason, any -> new Count());
  }

  /** How often calls were attempted beyond the first time. Kinds are a handful of fixed words. */
  public Count retries(String kind) {
    return retries.computeIfAbsent(kind, any -> new Count());
  }

  /** How many links are in this state. States are a handful of fixed words. */
  public Count links(String state) {
    return links.computeIfAbsent(state, any -> new Count());
  }

  public Count linkBytesIn() {
    return linkBytesIn;
  }

  public Count linkBytesOut() {
    return linkBytesOut;
  }

  /** Streams that are open. */
  public Count linkStreams() {
    return linkStreams;
  }

  /** Bytes of streams that have come and wait for their readers. */
  public Count linkUnread() {
    return linkUnread;
  }

  /** Bytes of a stream that the other side may send ahead of its reader; all links' together. */
  public Count linkWindows() {
    return linkWindows;
  }

  /** Adds meters of somebody else's, once there's a registry to add them to. */
  public synchronized void register(Consumer<MeterRegistry> meters) {
    if (exposition == null) {
      more.add(meters);
    } else {
      meters.accept(exposition.registry());
    }
  }

  /**
   * Everything in Prometheus' text format 0.0.4. Blocks for a few milliseconds, once for longer.
   */
  public synchronized String scrape() {
    if (exposition == null) {
      exposition = new Exposition(this);
      more.forEach(meters -> meters.accept(exposition.registry()));
      if (closed) {
        exposition.close();
      }
    }
    return exposition.text();
  }

  /** Lets go of the JVM, which holds what is scraped otherwise. Can be scraped still. */
  public synchronized void close() {
    closed = true;
    if (exposition != null) {
      exposition.close();
    }
  }

  String agent() {
    return agent;
  }

  String version() {
    return version;
  }

  Map<String, Count> refusals() {
    return refusals;
  }

  Map<String, Count> retries() {
    return retries;
  }

  Map<String, Count> links() {
    return links;
  }

  Collection<CallMeters> calls() {
    List<CallMeters> calls = new ArrayList<>(services.values());
    if (others.hasCounted()) {
      calls.add(others);
    }
    return calls;
  }

  private synchronized CallMeters add(ServiceKey service) {
    if (services.size() >= MOST_SERVICES) {
      return services.getOrDefault(service, others);
    }
    return services.computeIfAbsent(service, key -> new CallMeters(key.toString()));
  }
}
