package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A service's URL: {@code dubbo://HOST:PORT/INTERFACE?group=…&version=…}. */
final class ExportUrl {

  private ExportUrl() {}

  /**
   * @return null if it isn't a service of the dubbo protocol
   */
  static Export parse(String text) {
    int question = text.indexOf('?');
    if (!text.startsWith("dubbo://") || question < 0) {
      return null;
    }
    Map<String, String> parameters = new HashMap<>();
    for (String pair : text.substring(question + 1).split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parameters.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
      }
    }
    String path = text.substring(text.indexOf('/', "dubbo://".length()) + 1, question);
    String name = parameters.getOrDefault("interface", path);
    ServiceKey service = new ServiceKey(name, parameters.get("group"), parameters.get("version"));
    return new Export(service, List.of(), parameters);
  }

  private static String decode(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // it wasn't encoded
      return value;
    }
  }
}
