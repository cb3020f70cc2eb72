package dev.vertxmesh.telemetry;

import static java.util.Map.entry;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;

/** What stands beside each of the mesh's meters in the text, for readers who don't know them. */
final class MeterHelp implements MeterFilter {

  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          entry(MeterNames.DEADLINES, "Deadlines that are set, one a call in flight"),
          entry(MeterNames.REFUSALS, "Calls refused because too much was in flight"),
          entry(MeterNames.ACCESS, "What became of calls at the access rules"),
          entry(
              MeterNames.RULES_REFUSED,
              "1 while a file of rules is wrong and what it said before counts"),
          entry(MeterNames.LIMITED, "Calls that a limit for callers had no room for"),
          entry(MeterNames.LIMITS_SHARED, "1 while shared limits are counted together"),
          entry(MeterNames.QUEUEING, "How long what comes waits for its turn at least"),
          entry(MeterNames.RETRIES, "Attempts at calls beyond the first, or not allowed"),
          entry(MeterNames.EJECTIONS, "How often an instance was left out, or for longer"),
          entry(MeterNames.EJECTED, "Instances left out now, by each service and event loop"),
          entry(MeterNames.PANICS, "How often most of a service's instances were ejected"),
          entry(MeterNames.LINKS, "Links to other agents"),
          entry(MeterNames.LINK_BYTES_IN, "Bytes received on links"),
          entry(MeterNames.LINK_BYTES_OUT, "Bytes sent on links"),
          entry(MeterNames.LINK_STREAMS, "Streams of gRPC calls that are open on links"),
          entry(MeterNames.LINK_UNREAD, "Bytes of streams that wait for their readers"),
          entry(MeterNames.LINK_WINDOWS, "What streams may send ahead of readers, of all links"),
          entry(MeterNames.TLS_EXPIRES, "How long a listener's certificate is still valid"),
          entry(MeterNames.CALLERS_CONNECTIONS, "Callers' connections that are open"),
          entry(MeterNames.CALLERS_CONNECTIONS_MOST, "How many of them there may be"),
          entry(MeterNames.CALLERS_ENDS, "Those that weren't taken, or were ended by a bound"),
          entry(MeterNames.HTTP2_CONNECTIONS, "Callers' HTTP/2 connections that are open"),
          entry(MeterNames.HTTP2_WINDOW, "The largest window of a stream of theirs"),
          entry(MeterNames.HTTP2_BANDWIDTH, "The highest bandwidth found on one, a second"),
          entry(MeterNames.HTTP2_ROUND_TRIP, "The longest round trip on one"),
          entry(MeterNames.DUBBO_CONNECTIONS, "Connections of Dubbo consumers that are open"),
          entry(MeterNames.DUBBO_CONNECTS, "Connections of Dubbo consumers that came to be"),
          entry(MeterNames.DUBBO_DROPS, "Connections of Dubbo consumers that the agent ended"),
          entry(MeterNames.DUBBO_BYTES_IN, "Bytes received from Dubbo consumers"),
          entry(MeterNames.DUBBO_BYTES_OUT, "Bytes sent to Dubbo consumers"),
          entry(MeterNames.REGISTRY_AGE, "Time since the registry was last seen to be right"),
          entry(MeterNames.REGISTRY_STALE, "1 while the registry can't be told to be right"),
          entry(MeterNames.REGISTRY_INSTANCES, "Instances that the registry knows"),
          entry(MeterNames.REGISTRY_MALFORMED, "Entries of the registry that are skipped"),
          entry(MeterNames.BRIDGE_CONNECTS, "Connections to the provider that came to be"),
          entry(MeterNames.BRIDGE_BYTES_IN, "Bytes received from the provider"),
          entry(MeterNames.BRIDGE_BYTES_OUT, "Bytes sent to the provider"),
          entry(MeterNames.BRIDGE_UNKNOWN, "Responses that no call in flight waits for"),
          entry(MeterNames.NETTY_DIRECT, "Direct memory that Netty's allocator holds"),
          entry(MeterNames.NETTY_PINNED, "What buffers use of Netty's direct memory"));

  @Override
  public Meter.Id map(Meter.Id id) {
    String text = TEXTS.get(id.getName());
    return text == null
        ? id
        : new Meter.Id(
            id.getName(), Tags.of(id.getTagsAsIterable()), id.getBaseUnit(), text, id.getType());
  }
}
