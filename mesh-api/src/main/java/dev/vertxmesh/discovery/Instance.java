package dev.vertxmesh.discovery;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * One agent, or one provider without an agent, that serves services at an address, as it is known
 * to a registry.
 *
 * @param protocol what it speaks
 * @param id unique to one process and port, and good as a file name: letters, digits and {@code
 *     ._:-}
 * @param host a name or an address that consumers can connect to; an IPv6 address without brackets
 * @param port 1 to 65535
 * @param services what it serves, none twice; a provider without an agent that has none here is
 *     asked
 * @param weight its share of the calls next to the others', 1 to {@value #LARGEST_WEIGHT}
 * @param tags free words about it, such as a zone
 * @param limit how many calls may be in flight in it; 0 when only the link's hello tells
 * @param startedAtMillis when it started, in milliseconds since 1970; 0 when nobody knows
 * @param serialization in which its provider is spoken to, as {@code --serialization} names it;
 *     empty when nobody knows
 * @param protocolVersion of the agents' protocol; {@value #PROTOCOL_VERSION} is the only one yet
 * @param identity whom its certificate is for, such as {@code spiffe://example.com/orders}, which
 *     it has to prove to agents that open a link to it; empty if its links are plain
 * @param fronts where the provider that it stands before may have registered itself, at most
 *     {@value #MOST_FRONTS}: who calls the agent doesn't call that, too
 * @param calledBack arguments that the provider calls back, as {@code METHOD.N}, by their services;
 *     of those that say so, at most {@value CallbackArguments#MOST} each
 */
public record Instance(
    Protocol protocol,
    String id,
    String host,
    int port,
    List<ServiceKey> services,
    int weight,
    Map<String, String> tags,
    int limit,
    long startedAtMillis,
    String serialization,
    int protocolVersion,
    String identity,
    List<ProviderAddress> fronts,
    Map<ServiceKey, List<String>> calledBack) {

  /** How many addresses one provider may have registered. */
  public static final int MOST_FRONTS = 8;

  /** The largest weight. */
  public static final int LARGEST_WEIGHT = 10_000;

  /** The only one yet, and what a link's hello says. */
  public static final int PROTOCOL_VERSION = 1;

  /** What a serialization's name looks like; empty when nobody knows it. */
  public static final Pattern SERIALIZATION = Pattern.compile("[A-Za-z0-9._-]{0,50}");

  /** What the name in a certificate looks like: visible ASCII, without a comma. */
  public static final Pattern IDENTITY = Pattern.compile("[!-+\\--~]{0,2048}");

  private static final int LONGEST_ID = 200;

  /**
   * @throws IllegalArgumentException naming the field, what was given and what is expected
   */
  public Instance {
    expect(isId(id), "id", id, "1 to 200 letters, digits and ._:-");
    expect(HostPort.isHost(host), "host", host, "a host name or an address");
    expect(port > 0 && port <= HostPort.LARGEST_PORT, "port", port, "a port from 1 to 65535");
    expect(
        weight > 0 && weight <= LARGEST_WEIGHT,
        "weight",
        weight,
        "a whole number from 1 to " + LARGEST_WEIGHT);
    expect(limit >= 0, "limit", limit, "a whole number that is not negative");
    expect(startedAtMillis >= 0, "startedAt", startedAtMillis, "milliseconds since 1970");
    expect(
        serialization.isEmpty() || SERIALIZATION.matcher(serialization).matches(),
        "serialization",
        serialization,
        "a name of at most 50 characters");
    expect(protocolVersion > 0, "protocolVersion", protocolVersion, "a whole number from 1");
    expect(
        identity.isEmpty() || IDENTITY.matcher(identity).matches(),
        "identity",
        identity,
        "a name of at most 2048 visible characters of ASCII, without a comma");
    expect(fronts.size() <= MOST_FRONTS, "fronts", fronts, "at most " + MOST_FRONTS + " addresses");
    services = services.size() < 2 ? List.copyOf(services) : services.stream().distinct().toList();
    tags = Map.copyOf(tags);
    fronts = List.copyOf(fronts);
    calledBack = CallbackArguments.copy(calledBack);
  }

  /** One that says nothing of what it calls back. */
  public Instance(
      Protocol protocol,
      String id,
      String host,
      int port,
      List<ServiceKey> services,
      int weight,
      Map<String, String> tags,
      int limit,
      long startedAtMillis,
      String serialization,
      int protocolVersion,
      String identity,
      List<ProviderAddress> fronts) {
    this(
        protocol,
        id,
        host,
        port,
        services,
        weight,
        tags,
        limit,
        startedAtMillis,
        serialization,
        protocolVersion,
        identity,
        fronts,
        Map.of());
  }

  /** One that stands before no provider that somebody else may know. */
  public Instance(
      Protocol protocol,
      String id,
      String host,
      int port,
      List<ServiceKey> services,
      int weight,
      Map<String, String> tags,
      int limit,
      long startedAtMillis,
      String serialization,
      int protocolVersion,
      String identity) {
    this(
        protocol,
        id,
        host,
        port,
        services,
        weight,
        tags,
        limit,
        startedAtMillis,
        serialization,
        protocolVersion,
        identity,
        List.of());
  }

  /** One of whose serialization nobody knows, and that proves nothing. */
  public Instance(
      Protocol protocol,
      String id,
      String host,
      int port,
      List<ServiceKey> services,
      int weight,
      Map<String, String> tags,
      int limit,
      long startedAtMillis) {
    this(
        protocol,
        id,
        host,
        port,
        services,
        weight,
        tags,
        limit,
        startedAtMillis,
        "",
        PROTOCOL_VERSION,
        "");
  }

  /** An agent. */
  public Instance(
      String id,
      String host,
      int port,
      List<ServiceKey> services,
      int weight,
      Map<String, String> tags,
      int limit,
      long startedAtMillis) {
    this(Protocol.MESH, id, host, port, services, weight, tags, limit, startedAtMillis);
  }

  /** The same instance with other services. */
  public Instance serving(List<ServiceKey> others) {
    return with(others, weight, tags, serialization, identity, fronts, calledBack);
  }

  /** The same instance with another share of the calls and other words about it. */
  public Instance weighing(int otherWeight, Map<String, String> otherTags) {
    return with(services, otherWeight, otherTags, serialization, identity, fronts, calledBack);
  }

  /** The same instance, its provider spoken to in this serialization. */
  public Instance speaking(String name) {
    return name.equals(serialization)
        ? this
        : with(services, weight, tags, name, identity, fronts, calledBack);
  }

  /** The same instance, which proves to be whom this names. */
  public Instance provingToBe(String name) {
    return with(services, weight, tags, serialization, name, fronts, calledBack);
  }

  /** The same instance, standing before a provider that is known by these addresses, too. */
  public Instance standingBefore(List<ProviderAddress> providers) {
    return with(services, weight, tags, serialization, identity, providers, calledBack);
  }

  /** The same instance, with what services call back of which it says nothing itself. */
  public Instance callingBack(Map<ServiceKey, List<String>> more) {
    return more.isEmpty()
        ? this
        : with(
            services,
            weight,
            tags,
            serialization,
            identity,
            fronts,
            CallbackArguments.both(calledBack, more));
  }

  private Instance with(
      List<ServiceKey> services,
      int weight,
      Map<String, String> tags,
      String serialization,
      String identity,
      List<ProviderAddress> fronts,
      Map<ServiceKey, List<String>> calledBack) {
    return new Instance(
        protocol,
        id,
        host,
        port,
        services,
        weight,
        tags,
        limit,
        startedAtMillis,
        serialization,
        protocolVersion,
        identity,
        fronts,
        calledBack);
  }

  /** A new id for this process: readable, and never given twice. */
  public static String newId(String host, int port) {
    String readable = host.replaceAll("[^A-Za-z0-9.]", "-");
    String cut = readable.substring(0, Math.min(readable.length(), 100));
    String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    return cut + "-" + port + "-" + random;
  }

  /** Where it is. */
  public HostPort address() {
    return new HostPort(host, port);
  }

  /** Without a pattern, as the address in {@link HostPort}: thousands come at once at a start. */
  private static boolean isId(String text) {
    boolean holds = !text.isEmpty() && text.length() <= LONGEST_ID;
    for (int i = 0; holds && i < text.length(); i++) {
      char c = text.charAt(i);
      holds =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '-' && c <= ':' && c != '/')
              || c == '_';
    }
    return holds;
  }

  private static void expect(boolean holds, String field, Object given, String expected) {
    if (!holds) {
      throw new IllegalArgumentException(field + " is '" + given + "', expected " + expected);
    }
  }
}
