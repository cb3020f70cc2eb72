package dev.vertxmesh.bridge.dubbo.reply;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What comes back with each of dubbo-go's answers: the attachments of the request, and between
 * which addresses it went, which would tell a caller where the provider is. None of it has a
 * provider attached.
 */
final class MirroredAttachments {

  private static final String ADDRESS = "local-addr";
  private static final String PATH = "path";

  private static final Set<String> OF_EACH_REQUEST =
      Set.of(
          ADDRESS,
          PATH,
          "remote-addr",
          "interface",
          "version",
          "group",
          "timeout",
          "generic",
          "token");

  private MirroredAttachments() {}

  /**
   * All but them.
   *
   * @param all that came with the answer
   * @param sent with the call by its caller
   */
  static Map<String, Object> without(Map<String, Object> all, Map<String, String> sent) {
    if (!all.containsKey(ADDRESS) || !all.containsKey(PATH)) {
      return all;
    }
    Map<String, Object> own = new LinkedHashMap<>(all);
    own.keySet().removeAll(OF_EACH_REQUEST);
    sent.forEach(own::remove); // where its value is the same
    return own;
  }
}
