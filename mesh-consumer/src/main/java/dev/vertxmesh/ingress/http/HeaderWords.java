package dev.vertxmesh.ingress.http;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What headers make of a call over HTTP, for who asks about one without making it.
 *
 * @param group empty if they don't say it, as the version
 * @param attachments without the tag's
 * @param unread names of those that the agent doesn't look at
 */
public record HeaderWords(
    String group, String version, Map<String, String> attachments, List<String> unread) {

  /**
   * @param tagHeader which says what tag a call is for; null for none
   * @param affinityHeader whose value calls that belong together have in common; null for none
   * @throws IllegalArgumentException as the call itself would be refused
   */
  public static HeaderWords of(MultiMap headers, String tagHeader, String affinityHeader) {
    HttpOptions options = HttpOptions.of(1, 1, false, "", affinityHeader, tagHeader, 0);
    MultiMap asTheyCome = MultiMap.caseInsensitiveMultiMap();
    List<String> unread = new ArrayList<>();
    for (Map.Entry<String, String> header : headers) {
      asTheyCome.add(header.getKey(), bytes(header.getValue()));
      if (!options.reads(header.getKey()) && !CallHeaders.reads(header.getKey())) {
        unread.add(header.getKey());
      }
    }
    try {
      CallHeaders read = CallHeaders.of(asTheyCome, options);
      return new HeaderWords(read.group(), read.version(), read.attachments(), unread);
    } catch (BadCall e) {
      throw new IllegalArgumentException(e.getMessage());
    }
  }

  /** A header's bytes come as characters of ISO 8859-1. */
  private static String bytes(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }
}
