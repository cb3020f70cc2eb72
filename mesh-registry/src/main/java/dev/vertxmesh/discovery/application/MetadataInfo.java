package dev.vertxmesh.discovery.application;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.CallbackArguments;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.kind.SafeText;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What all instances of an application's revision serve.
 *
 * <pre>{@code
 * {"app": "shop", "revision": "74e1…", "services": {"blue/com.x.Hello:1.0:dubbo": {
 *   "name": "com.x.Hello", "group": "blue", "version": "1.0", "protocol": "dubbo", "port": 20880,
 *   "path": "com.x.Hello", "params": {"weight": "30", …}}}}
 * }</pre>
 *
 * @param services by their interfaces
 * @param characters of the text that it was read from
 */
public record MetadataInfo(
    String revision, Map<String, List<ServiceInfo>> services, int characters) {

  /** Characters of the largest. */
  public static final int LARGEST = 4 << 20;

  private static final Set<String> KEPT =
      Set.of(
          "group",
          "version",
          "interface",
          "path",
          "application",
          "weight",
          "threads",
          "disabled",
          "enabled",
          "serialization",
          "prefer.serialization",
          "vertx-mesh");

  static final int MOST_SERVICES = 10_000;

  /**
   * One service by one protocol.
   *
   * @param port 0 for the one that the instance has for the protocol
   */
  public record ServiceInfo(
      String name, String protocol, int port, Map<String, String> parameters) {

    public ServiceInfo {
      parameters = Map.copyOf(parameters);
    }
  }

  public MetadataInfo {
    services = Map.copyOf(services);
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public static MetadataInfo parse(String text) {
    if (text.length() > LARGEST) {
      throw new IllegalArgumentException(
          "metadata of " + text.length() + " characters, expected at most " + LARGEST);
    }
    try {
      JsonObject json = new JsonObject(text);
      JsonObject all = json.getJsonObject("services", new JsonObject());
      if (all.size() > MOST_SERVICES) {
        throw new IllegalArgumentException(
            "metadata of " + all.size() + " services, expected at most " + MOST_SERVICES);
      }
      Map<String, List<ServiceInfo>> services = new HashMap<>();
      for (String key : all.fieldNames()) {
        ServiceInfo service = service(all.getJsonObject(key));
        services.computeIfAbsent(service.name, name -> new ArrayList<>()).add(service);
      }
      return new MetadataInfo(json.getString("revision", ""), services, text.length());
    } catch (DecodeException | ClassCastException | NullPointerException e) {
      throw new IllegalArgumentException(
          "'" + SafeText.of(text) + "' isn't the JSON of Dubbo's metadata", e);
    }
  }

  private static ServiceInfo service(JsonObject json) {
    Map<String, String> parameters =
        ApplicationInstance.strings(json.getJsonObject("params", new JsonObject()));
    put(parameters, "group", json.getString("group"));
    put(parameters, "version", json.getString("version"));
    String name = json.getString("name", "");
    String path = json.getString("path");
    parameters.put("interface", name);
    if (path != null && !path.isEmpty() && !path.equals(name)) {
      parameters.put("path", path);
    }
    Integer port = json.getInteger("port");
    return new ServiceInfo(
        name,
        json.getString("protocol", ""),
        port == null || port < 0 ? 0 : port,
        kept(parameters));
  }

  private static void put(Map<String, String> parameters, String name, String value) {
    if (value != null && !value.isEmpty()) {
      parameters.put(name, value);
    }
  }

  /** What is looked at; the names of all methods, and the like, aren't kept. */
  private static Map<String, String> kept(Map<String, String> parameters) {
    Map<String, String> kept = new HashMap<>();
    int calledBack = 0;
    for (Map.Entry<String, String> each : parameters.entrySet()) {
      boolean isCalledBack =
          calledBack < CallbackArguments.MOST && RegisteredUrl.isCalledBack(each.getKey());
      calledBack += isCalledBack ? 1 : 0;
      if (isCalledBack || KEPT.contains(each.getKey())) {
        kept.put(each.getKey(), each.getValue());
      }
    }
    return kept;
  }

  /**
   * What an instance serves of one interface, as the interface level would have it.
   *
   * @throws IllegalArgumentException if one can't be understood
   */
  public List<RegisteredUrl> urls(ApplicationInstance instance, String interfaceName) {
    List<RegisteredUrl> urls = new ArrayList<>();
    for (ServiceInfo service : services.getOrDefault(interfaceName, List.of())) {
      urls.add(url(instance, service));
    }
    return urls;
  }

  private static RegisteredUrl url(ApplicationInstance instance, ServiceInfo service) {
    Integer port = service.port > 0 ? Integer.valueOf(service.port) : null;
    if (port == null) {
      port = instance.port(service.protocol);
    }
    HostPort address =
        ApplicationInstance.address(
            instance.address().host(),
            port == null ? Integer.valueOf(instance.address().port()) : port);
    Map<String, String> parameters = new HashMap<>(service.parameters);
    parameters.put("application", instance.application());
    String startedAt = instance.metadata().getOrDefault("timestamp", "");
    if (!startedAt.isEmpty()) {
      parameters.put("timestamp", startedAt);
    }
    return RegisteredUrl.of(
        service.protocol, address, parameters.getOrDefault("path", service.name), parameters);
  }
}
