package dev.vertxmesh.discovery.fixed;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * {@code static:}, instances written into the URL itself.
 *
 * <pre>
 * static:ENTRY[,ENTRY…]
 * ENTRY    = HOST:PORT/SERVICE[+SERVICE…][;weight=N][;limit=N][;tag.NAME=VALUE…]
 *          | PROTOCOL://HOST:PORT[/SERVICE[+SERVICE…]][;weight=N][;limit=N][;tag.NAME=VALUE…]
 * SERVICE  = INTERFACE[:VERSION][@GROUP]
 *
 * static:127.0.0.1:30000/com.x.IHello+com.x.IUser:1.0@blue;weight=2,[::1]:30001/com.x.IHello
 * static:dubbo://127.0.0.1:20880,dubbo://127.0.0.1:20881/com.x.IHello;weight=2;limit=190
 * </pre>
 *
 * An entry is an agent, or with a protocol such as {@code dubbo://} a provider without one; which
 * services that one has, it is asked unless they are given. The weight is 1 and the limit 0, which
 * leaves it to the link's hello or to what the provider tells, unless they are given.
 */
public final class StaticScheme implements RegistryScheme {

  private static final String ENTRY =
      "HOST:PORT/SERVICE[+SERVICE…][;weight=N][;limit=N] or PROTOCOL://HOST:PORT[/SERVICE…]";

  private static final Pattern PROTOCOL =
      Pattern.compile("([a-z][a-z0-9+.-]{0,39})://.*", Pattern.DOTALL);

  @Override
  public String name() {
    return "static";
  }

  @Override
  public String syntax() {
    return "static:" + ENTRY + ", several with commas";
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    String[] entries = rest.split(",", -1);
    List<Instance> instances =
        IntStream.range(0, entries.length).mapToObj(i -> entry(i + 1, entries[i])).toList();
    refuseRepeats(instances);
    return vertx -> new StaticRegistry(vertx, instances);
  }

  private static Instance entry(int place, String text) {
    int behindProtocol = text.indexOf("://") < 0 ? 0 : text.indexOf("://") + "://".length();
    String rest = text.substring(behindProtocol);
    if (rest.indexOf('@') >= 0 && rest.indexOf('@') < (rest + "/").indexOf('/')) {
      throw new IllegalArgumentException(
          "entry " + place + " has a user before its host, expected " + ENTRY);
    }
    try {
      Matcher other = PROTOCOL.matcher(text);
      return other.matches() ? read(new Protocol(other.group(1)), rest) : read(Protocol.MESH, text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "entry " + place + " ('" + text + "'): " + e.getMessage(), null);
    }
  }

  private static Instance read(Protocol protocol, String rest) {
    String[] parts = rest.split(";", -1);
    int slash = parts[0].indexOf('/');
    if (slash < 0 && protocol.equals(Protocol.MESH)) {
      throw new IllegalArgumentException("expected " + ENTRY);
    }
    HostPort address = HostPort.parse(slash < 0 ? parts[0] : parts[0].substring(0, slash));
    List<ServiceKey> services = slash < 0 ? List.of() : services(parts[0].substring(slash + 1));
    Map<String, String> options = options(parts);
    int weight = number(options, "weight", 1);
    int limit = number(options, "limit", 0);
    String id = "static-" + address.host().replace('%', '-') + "-" + address.port();
    return new Instance(
        protocol, id, address.host(), address.port(), services, weight, tags(options), limit, 0);
  }

  private static List<ServiceKey> services(String text) {
    return Arrays.stream(text.split("\\+", -1)).map(ServiceKey::parse).toList();
  }

  private static Map<String, String> options(String[] parts) {
    Map<String, String> options = new HashMap<>();
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      int equals = part.indexOf('=');
      String key = equals < 0 ? part : part.substring(0, equals);
      boolean known = key.equals("weight") || key.equals("limit") || key.matches("tag\\..+");
      if (equals < 0 || !known) {
        throw new IllegalArgumentException(
            "'" + part + "' is not known, expected weight=N, limit=N or tag.NAME=VALUE");
      }
      if (options.put(key, part.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("'" + key + "' is given twice");
      }
    }
    return options;
  }

  private static Map<String, String> tags(Map<String, String> options) {
    Map<String, String> tags = new HashMap<>();
    options.forEach(
        (key, value) -> {
          if (key.startsWith("tag.")) {
            tags.put(key.substring("tag.".length()), value);
          }
        });
    return tags;
  }

  private static int number(Map<String, String> options, String key, int preset) {
    String text = options.get(key);
    if (text == null) {
      return preset;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " is '" + text + "', expected a whole number", null);
    }
  }

  private static void refuseRepeats(List<Instance> instances) {
    Set<HostPort> seen = new HashSet<>();
    for (Instance instance : instances) {
      if (!seen.add(instance.address())) {
        throw new IllegalArgumentException(instance.address() + " is listed twice");
      }
    }
  }
}
