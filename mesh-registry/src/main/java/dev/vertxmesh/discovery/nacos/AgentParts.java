package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An agent's entry in Nacos. A server takes 1,024 characters of metadata at most, and an instance
 * once in a service: so the entry, which is JSON, is cut into parts, and each stands in a service
 * of its own.
 *
 * <pre>{@code
 * vertx-mesh:1   {"id": "10.0.0.7-30000-5d1c…", "parts": "2", "of": "9f3c21aa", "text": "{\"id\":…"}
 * vertx-mesh:2   {"id": "10.0.0.7-30000-5d1c…", "parts": "2", "of": "9f3c21aa", "text": "…}"}
 * }</pre>
 *
 * Parts of one entry have the same {@code of}: a mark of the whole.
 */
final class AgentParts {

  static final int MOST_PARTS = 64;

  /** What the names of their services begin with. */
  static final String SERVICES = "vertx-mesh";

  private static final int PART = 640;

  private AgentParts() {}

  /** The service that the parts of a number stand in, from 1 on. */
  static String service(int part) {
    return SERVICES + ":" + part;
  }

  /**
   * @throws IllegalArgumentException if it's too long
   */
  static List<Host> cut(String id, String text, String host, int port) {
    int parts = Math.max(1, (text.length() + PART - 1) / PART);
    if (parts > MOST_PARTS) {
      throw new IllegalArgumentException(
          "it takes %d characters in Nacos, expected at most %d"
              .formatted(text.length(), MOST_PARTS * PART));
    }
    String mark = HexFormat.of().toHexDigits(text.hashCode());
    List<Host> hosts = new ArrayList<>(parts);
    for (int i = 0; i < parts; i++) {
      String part = text.substring(i * PART, Math.min(text.length(), (i + 1) * PART));
      hosts.add(
          new Host(
              service(i + 1),
              host,
              port,
              Map.of("id", id, "parts", "" + parts, "of", mark, "text", part)));
    }
    return hosts;
  }

  /** A part as it's found. */
  record Part(String id, int parts, String mark, String text) {

    /**
     * @throws IllegalArgumentException if it's none
     */
    static Part of(String entry) {
      JsonObject host = new JsonObject(entry);
      JsonObject metadata = host.getJsonObject("metadata");
      String parts = word(metadata, "parts");
      if (!parts.matches("[1-9]\\d?") || Integer.parseInt(parts) > MOST_PARTS) {
        throw new IllegalArgumentException("parts isn't a number from 1 to " + MOST_PARTS);
      }
      String text = word(metadata, "text");
      if (text.length() > EntryBounds.LARGEST_ENTRY / MOST_PARTS) {
        throw new IllegalArgumentException("a part of " + text.length() + " characters");
      }
      return new Part(word(metadata, "id"), Integer.parseInt(parts), word(metadata, "of"), text);
    }

    private static String word(JsonObject metadata, String name) {
      if (metadata.getValue(name) instanceof String word) {
        return word;
      }
      throw new IllegalArgumentException("it has no " + name);
    }
  }
}
