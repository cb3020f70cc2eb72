package dev.vertxmesh.discovery.application;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.dubbo.DottedHost;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SafeText;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One that runs an application, as it has registered itself.
 *
 * @param address where it is; by its own word
 * @param metadata what it says of itself, by Dubbo's names
 */
public record ApplicationInstance(
    String application, HostPort address, Map<String, String> metadata) {

  static final int MOST_METADATA = 200;

  /** A word's place in its map, and the objects of its two texts. */
  private static final int BYTES_A_WORD = 110;

  private static final String REVISION = "dubbo.metadata.revision";
  private static final String STORAGE = "dubbo.metadata.storage-type";
  private static final String ENDPOINTS = "dubbo.endpoints";
  private static final String PROTOCOL_PORT = "dubbo.protocols.%s.port";

  /** The revision of who exports nothing. */
  private static final String NOTHING = "0";

  /**
   * @throws IllegalArgumentException saying what there is too much of
   */
  public ApplicationInstance {
    if (metadata.size() > MOST_METADATA) {
      throw new IllegalArgumentException(
          metadata.size() + " words of metadata, expected at most " + MOST_METADATA);
    }
    metadata = Map.copyOf(metadata);
  }

  /**
   * Reads the JSON that Curator's discovery puts into ZooKeeper, whatever class it names.
   *
   * @throws IllegalArgumentException saying what was expected
   */
  public static ApplicationInstance ofCurator(String application, String text) {
    if (text.length() > EntryBounds.LARGEST_ENTRY) {
      throw new IllegalArgumentException(
          text.length() + " characters, expected at most " + EntryBounds.LARGEST_ENTRY);
    }
    try {
      JsonObject json = new JsonObject(text);
      JsonObject payload = json.getJsonObject("payload", new JsonObject());
      JsonObject metadata =
          payload == null ? new JsonObject() : payload.getJsonObject("metadata", new JsonObject());
      return new ApplicationInstance(
          application,
          address(json.getString("address"), json.getInteger("port")),
          strings(metadata));
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("not Curator's JSON of an instance", e);
    }
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  static HostPort address(String host, Integer port) {
    if (host == null || !HostPort.isHost(host)) {
      throw new IllegalArgumentException(
          "address is '" + SafeText.of(String.valueOf(host)) + "', expected a host");
    }
    if (port == null || port < 1 || port > HostPort.LARGEST_PORT) {
      throw new IllegalArgumentException("port is '" + port + "', expected 1 to 65535");
    }
    return new HostPort(DottedHost.of(host), port);
  }

  static Map<String, String> strings(JsonObject json) {
    Map<String, String> strings = new HashMap<>();
    if (json != null) {
      json.forEach(
          one -> {
            if (one.getValue() != null) {
              strings.put(one.getKey(), one.getValue().toString());
            }
          });
    }
    return strings;
  }

  /** Bytes of heap that its words take: many short ones take far more than they're long. */
  public long bytes() {
    long bytes = 0;
    for (Map.Entry<String, String> word : metadata.entrySet()) {
      bytes += BYTES_A_WORD + EntryBounds.bytes(word.getKey()) + EntryBounds.bytes(word.getValue());
    }
    return bytes;
  }

  /** The same for all that serve the same; empty if it isn't Dubbo's, or exports nothing. */
  public String revision() {
    String revision = metadata.getOrDefault(REVISION, "");
    return revision.equals(NOTHING) ? "" : revision;
  }

  /** Whether what it serves stands in the registry; else it's asked itself. */
  public boolean isRemote() {
    return "remote".equals(metadata.get(STORAGE));
  }

  /** Whether it's to be called at all. */
  public boolean isEnabled() {
    return !revision().isEmpty()
        && !"false".equals(metadata.get("enabled"))
        && !"true".equals(metadata.get("disabled"));
  }

  /**
   * Its ports by protocol; what can't be one is left out.
   *
   * @throws IllegalArgumentException if that can't be read
   */
  Map<String, Integer> ports() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    String text = metadata.getOrDefault(ENDPOINTS, "[]");
    try {
      for (Object one : new JsonArray(text)) {
        if (one instanceof JsonObject endpoint) {
          Integer port = endpoint.getInteger("port");
          if (port != null && port > 0 && port <= HostPort.LARGEST_PORT) {
            ports.put(endpoint.getString("protocol", ""), port);
          }
        }
      }
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException(
          ENDPOINTS + " is '" + SafeText.of(text) + "', expected JSON", e);
    }
    return ports;
  }

  /** Where it takes calls by a protocol; null if it doesn't say. */
  Integer port(String protocol) {
    Integer port = ports().get(protocol);
    if (port != null) {
      return port;
    }
    String old = metadata.getOrDefault(PROTOCOL_PORT.formatted(protocol), ""); // of 2.7
    return old.matches("[1-9]\\d{0,4}") ? Integer.valueOf(old) : null;
  }
}
