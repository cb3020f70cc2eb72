package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.kind.SafeText;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Who stands in a service of Nacos': of what a server tells, one text each.
 *
 * <pre>{@code
 * {"hosts": [{"ip": "10.0.0.7", "port": 20880, "enabled": true, "healthy": true,
 *             "metadata": {"protocol": "dubbo", "interface": "com.x.Hello", …}, …}, …], …}
 * }</pre>
 *
 * Nacos' own weight isn't looked at, as Dubbo doesn't: its own stands in the metadata.
 */
final class HostEntries {

  private static final String METADATA = "metadata";
  private static final String ENABLED = "enabled";

  private static final String PROTOCOL = "protocol";
  private static final String PATH = "path";

  /** Words of it that are of no use here, and may be long. */
  private static final Set<String> UNUSED =
      Set.of("methods", "revision", "pid", "bind.ip", "bind.port");

  private HostEntries() {}

  /** Texts by names; what has no address isn't one. */
  static Map<String, String> of(String service, JsonObject info) {
    Map<String, String> entries = new HashMap<>();
    Predicate<String> uses =
        NacosNames.interfaceOf(service).isPresent()
            ? HostEntries::isRead
            : word -> !UNUSED.contains(word);
    if (info != null && info.getValue("hosts") instanceof JsonArray hosts) {
      for (Object one : hosts) {
        if (one instanceof JsonObject host) {
          String name = service + "/" + host.getValue("ip") + ":" + host.getValue("port");
          entries.put(name, text(host, uses));
        }
      }
    }
    return entries;
  }

  /** A provider says a dozen words of each of its services that nobody here asks for. */
  private static boolean isRead(String word) {
    return word.equals(PROTOCOL) || word.equals(PATH) || RegisteredUrl.isRead(word);
  }

  private static String text(JsonObject host, Predicate<String> uses) {
    JsonObject metadata = new JsonObject();
    if (host.getValue(METADATA) instanceof JsonObject some) {
      for (Map.Entry<String, Object> word : some) {
        if (uses.test(word.getKey())) {
          metadata.put(word.getKey(), word.getValue());
        }
      }
    }
    if (isFalse(host, ENABLED) || isFalse(host, "healthy")) {
      metadata.put(ENABLED, "false");
    }
    return new JsonObject()
        .put("ip", host.getValue("ip"))
        .put("port", host.getValue("port"))
        .put(METADATA, metadata)
        .encode();
  }

  private static boolean isFalse(JsonObject host, String name) {
    return Boolean.FALSE.equals(host.getValue(name));
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  static RegisteredUrl provider(String text) {
    JsonObject host = new JsonObject(text);
    Map<String, String> metadata = metadata(host);
    String protocol = metadata.getOrDefault(PROTOCOL, "");
    if (protocol.isEmpty()) {
      throw new IllegalArgumentException("its metadata has no protocol, expected such as dubbo");
    }
    String interfaceName = metadata.getOrDefault("interface", "");
    return RegisteredUrl.of(
        protocol, address(host), metadata.getOrDefault(PATH, interfaceName), metadata);
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  static ApplicationInstance instance(String application, String text) {
    JsonObject host = new JsonObject(text);
    return new ApplicationInstance(application, address(host), metadata(host));
  }

  private static HostPort address(JsonObject host) {
    String ip = String.valueOf(host.getValue("ip"));
    String shown = ip.contains(":") ? "[" + ip + "]" : ip;
    try {
      return HostPort.parse(shown + ":" + host.getValue("port"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(SafeText.of(e.getMessage()), e);
    }
  }

  private static Map<String, String> metadata(JsonObject host) {
    Map<String, String> words = new HashMap<>();
    try {
      host.getJsonObject(METADATA)
          .forEach(
              one -> {
                if (one.getValue() != null) {
                  words.put(one.getKey(), one.getValue().toString());
                }
              });
    } catch (ClassCastException | DecodeException e) {
      throw new IllegalArgumentException("its metadata isn't an object", e);
    }
    return words;
  }
}
