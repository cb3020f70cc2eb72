package dev.vertxmesh.telemetry;

/**
 * Every meter of the mesh itself. The JVM's own come from Micrometer under its usual names: {@code
 * jvm_memory_*}, {@code jvm_buffer_*}, {@code jvm_threads_*}, {@code jvm_gc_*}, {@code
 * process_cpu_*}.
 *
 * <p>As Micrometer and the Prometheus client take them, so without the {@code _total} that counters
 * and the {@code _info} that infos get in the text.
 */
public final class MeterNames {

  /** Calls that ended; by {@link #AGENT}, {@link #SERVICE} and {@link #OUTCOME}. */
  public static final String CALLS = "mesh_calls";

  /** How long calls took, in seconds; a histogram by {@link #AGENT} and {@link #SERVICE}. */
  public static final String CALL_SECONDS = "mesh_call_seconds";

  /** Calls that have begun and not ended; by {@link #AGENT} and {@link #SERVICE}. */
  public static final String CALLS_IN_FLIGHT = "mesh_calls_in_flight";

  /** Timers of calls that have a deadline; the consumer agent's, and 0 while it's idle. */
  public static final String DEADLINES = "mesh_deadlines";

  /** Calls refused before they began; by {@link #AGENT} and {@link #REASON}. */
  public static final String REFUSALS = "mesh_refusals";

  /**
   * What became of calls at the access rules, where there's a file of them; by {@link #DECISION}
   * and {@link #KIND}, how the caller has shown who it is.
   */
  public static final String ACCESS = "mesh_access";

  /**
   * 1 while a file of rules, as it is now, is wrong, so that what it said before counts; by {@link
   * #KIND}, {@code access} or {@code limits}.
   */
  public static final String RULES_REFUSED = "mesh_rules_refused";

  /**
   * Calls that a limit for callers had no room for; by {@link #LIMIT}, the limit's name, and {@link
   * #BY}, what of it was used up.
   */
  public static final String LIMITED = "mesh_limited_calls";

  /** 1 while limits that agents share are counted together, 0 while each counts alone. */
  public static final String LIMITS_SHARED = "mesh_limits_shared";

  /** How long what comes waits for its turn on an event loop, in seconds; the longest of all. */
  public static final String QUEUEING = "mesh_queueing_seconds";

  /**
   * Attempts at calls beyond the first, made and not allowed; the consumer's; by {@link #AGENT} and
   * {@link #KIND}.
   */
  public static final String RETRIES = "mesh_retries";

  /** How often an endpoint was left out of a service's, or for longer; by {@link #REASON}. */
  public static final String EJECTIONS = "mesh_ejections";

  /** Endpoints that are left out now, each service's and each event loop's for itself. */
  public static final String EJECTED = "mesh_ejected";

  /** How often most endpoints of a service were ejected, so that none was left out for it. */
  public static final String PANICS = "mesh_ejection_panics";

  /** Links to other agents; by {@link #STATE}. */
  public static final String LINKS = "mesh_links";

  public static final String LINK_BYTES_IN = "mesh_link_received_bytes";
  public static final String LINK_BYTES_OUT = "mesh_link_sent_bytes";

  /**
   * For how long the certificates of a listener are still valid, in seconds; negative once they
   * aren't; by {@link #AGENT} and {@link #LISTENER}.
   */
  public static final String TLS_EXPIRES = "mesh_tls_certificate_expires_seconds";

  /** Callers' connections at the port for HTTP and gRPC that are open now; the consumer's. */
  public static final String CALLERS_CONNECTIONS = "mesh_callers_connections";

  /** How many of them there may be. */
  public static final String CALLERS_CONNECTIONS_MOST = "mesh_callers_connections_most";

  /** Those of them that weren't taken, or were ended by a bound; by {@link #REASON}. */
  public static final String CALLERS_ENDS = "mesh_callers_connection_ends";

  /** Callers' HTTP/2 connections that are open now; the consumer's, as the next three. */
  public static final String HTTP2_CONNECTIONS = "mesh_http2_connections";

  /** The largest window of a stream that one of them has, in bytes. */
  public static final String HTTP2_WINDOW = "mesh_http2_window_bytes";

  /** The highest bandwidth that was estimated on one of them, in bytes a second. */
  public static final String HTTP2_BANDWIDTH = "mesh_http2_bandwidth_bytes";

  /** The longest round trip on one of them, a moving average. */
  public static final String HTTP2_ROUND_TRIP = "mesh_http2_round_trip_seconds";

  /** Streams of gRPC calls that are open on links. */
  public static final String LINK_STREAMS = "mesh_link_streams";

  /** Bytes of streams that have come over links and wait for their readers. */
  public static final String LINK_UNREAD = "mesh_link_unread_bytes";

  /**
   * How many bytes of a stream the other side may send ahead of its reader, as bandwidth x delay
   * has it; the sum over all links.
   */
  public static final String LINK_WINDOWS = "mesh_link_window_bytes";

  /** Connections of Dubbo consumers to the consumer agent that are open now. */
  public static final String DUBBO_CONNECTIONS = "mesh_dubbo_connections";

  /** Connections of Dubbo consumers that came to be. */
  public static final String DUBBO_CONNECTS = "mesh_dubbo_connects";

  /** Those of them that the agent ended: bytes that aren't Dubbo's, a limit, silence. */
  public static final String DUBBO_DROPS = "mesh_dubbo_drops";

  public static final String DUBBO_BYTES_IN = "mesh_dubbo_received_bytes";
  public static final String DUBBO_BYTES_OUT = "mesh_dubbo_sent_bytes";

  /** Seconds since what the registry says was last seen to be right. */
  public static final String REGISTRY_AGE = "mesh_registry_age_seconds";

  /** 1 while what the registry says can't be told to be right, 0 otherwise. */
  public static final String REGISTRY_STALE = "mesh_registry_stale";

  /** Instances that the registry knows. */
  public static final String REGISTRY_INSTANCES = "mesh_registry_instances";

  /** Entries of the registry that can't be understood and are skipped. */
  public static final String REGISTRY_MALFORMED = "mesh_registry_malformed_entries";

  /** Connections to the provider that came to be, the first one too. */
  public static final String BRIDGE_CONNECTS = "mesh_bridge_connects";

  public static final String BRIDGE_BYTES_IN = "mesh_bridge_received_bytes";
  public static final String BRIDGE_BYTES_OUT = "mesh_bridge_sent_bytes";

  /** Responses of the provider that no call in flight waits for. */
  public static final String BRIDGE_UNKNOWN = "mesh_bridge_unknown_responses";

  /** Bytes of direct memory that Netty's allocator holds, in use or not. */
  public static final String NETTY_DIRECT = "mesh_netty_direct_bytes";

  /** Bytes of it that buffers use now; only Netty's pooled allocator tells. */
  public static final String NETTY_PINNED = "mesh_netty_pinned_bytes";

  /** {@code mesh_build_info} in the text: always 1; by {@link #AGENT} and {@link #VERSION}. */
  public static final String BUILD = "mesh_build";

  public static final String AGENT = "agent";
  public static final String SERVICE = "service";

  /** A {@link dev.vertxmesh.call.Status} in lower case. */
  public static final String OUTCOME = "outcome";

  /** {@code retry}, {@code hedge}, or {@code over-budget} for one that was not made. */
  public static final String KIND = "kind";

  /** {@code callers}, which Dubbo consumers are too, or {@code admin}. */
  public static final String LISTENER = "listener";

  public static final String REASON = "reason";

  /** {@code allowed}, {@code log-only}, {@code denied} or {@code unauthenticated}. */
  public static final String DECISION = "decision";

  /** What a limit is called in its file; {@link #OTHER} beyond the first 200. */
  public static final String LIMIT = "limit";

  /** {@code calls}, {@code bytes} or {@code concurrency}. */
  public static final String BY = "by";

  public static final String STATE = "state";
  public static final String VERSION = "version";

  /** The service label of everything beyond the first thousand services. */
  public static final String OTHER = "other";

  private MeterNames() {}
}
