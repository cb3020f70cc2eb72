package dev.vertxmesh.discovery.kind;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An instance as JSON, the form that registries keep.
 *
 * <pre>{@code
 * {"id": "127.0.0.1-30000-9f3c…", "host": "127.0.0.1", "port": 30000,
 *  "services": ["com.x.IHello:1.0@blue"], "weight": 3, "tags": {"zone": "a"},
 *  "limit": 200, "startedAt": 1763636400123, "serialization": "hessian2", "protocolVersion": 1}
 * }</pre>
 *
 * A provider without an agent has its protocol besides, as {@code "protocol": "dubbo"}; an agent
 * whose links are encrypted has whom its certificate is for, as {@code "identity":
 * "spiffe://example.com/orders"}, and where its provider may have registered itself, as {@code
 * "fronts": ["dubbo://10.0.0.7:20880"]}. What a provider calls back is {@code "calledBack":
 * {"com.x.Desk": ["subscribe.1"]}}. What isn't known is left out.
 *
 * <p>Fields that are not known are ignored, so that later versions can add some. Only id, host,
 * port and services must be there. An agent that doesn't know an instance's protocol leaves it
 * alone.
 */
public final class InstanceJson {

  private InstanceJson() {}

  public static JsonObject write(Instance instance) {
    JsonArray services = new JsonArray();
    instance.services().forEach(service -> services.add(service.toString()));
    JsonObject tags = new JsonObject();
    instance.tags().forEach(tags::put);
    JsonObject json = new JsonObject();
    if (!instance.protocol().equals(Protocol.MESH)) {
      json.put("protocol", instance.protocol().name());
    }
    json.put("id", instance.id())
        .put("host", instance.host())
        .put("port", instance.port())
        .put("services", services)
        .put("weight", instance.weight())
        .put("tags", tags)
        .put("limit", instance.limit())
        .put("startedAt", instance.startedAtMillis())
        .put("protocolVersion", instance.protocolVersion());
    putIfKnown(json, "serialization", instance.serialization());
    putIfKnown(json, "identity", instance.identity());
    if (!instance.fronts().isEmpty()) {
      JsonArray fronts = new JsonArray();
      instance.fronts().forEach(front -> fronts.add(front.toString()));
      json.put("fronts", fronts);
    }
    if (!instance.calledBack().isEmpty()) {
      JsonObject calledBack = new JsonObject();
      instance
          .calledBack()
          .forEach((service, all) -> calledBack.put(service.toString(), new JsonArray(all)));
      json.put("calledBack", calledBack);
    }
    return json;
  }

  private static void putIfKnown(JsonObject json, String field, String text) {
    if (!text.isEmpty()) {
      json.put(field, text);
    }
  }

  /**
   * @throws IllegalArgumentException naming the field, what was given and what is expected
   */
  public static Instance read(JsonObject json) {
    Instance instance = instance(json);
    EntryBounds.check(instance.services(), instance.tags());
    return instance;
  }

  private static Instance instance(JsonObject json) {
    return new Instance(
        json.containsKey("protocol") ? new Protocol(text(json, "protocol")) : Protocol.MESH,
        text(json, "id"),
        text(json, "host"),
        (int) number(json, "port", null, Integer.MAX_VALUE),
        services(json),
        (int) number(json, "weight", 1L, Integer.MAX_VALUE),
        tags(json),
        (int) number(json, "limit", 0L, Integer.MAX_VALUE),
        number(json, "startedAt", 0L, Long.MAX_VALUE),
        json.containsKey("serialization") ? text(json, "serialization") : "",
        (int) number(json, "protocolVersion", 1L, Integer.MAX_VALUE),
        json.containsKey("identity") ? text(json, "identity") : "",
        fronts(json),
        calledBack(json));
  }

  private static Map<ServiceKey, List<String>> calledBack(JsonObject json) {
    if (!(json.getValue("calledBack", new JsonObject()) instanceof JsonObject object)) {
      throw unexpected("calledBack", json.getValue("calledBack"), "an object");
    }
    Map<ServiceKey, List<String>> calledBack = new HashMap<>();
    for (String service : object.fieldNames()) {
      if (!(object.getValue(service) instanceof JsonArray array)) {
        throw unexpected("calledBack", object.getValue(service), "an array of METHOD.N");
      }
      calledBack.put(ServiceKey.parse(service), array.stream().map(String::valueOf).toList());
    }
    return calledBack;
  }

  private static List<ProviderAddress> fronts(JsonObject json) {
    if (!(json.getValue("fronts", new JsonArray()) instanceof JsonArray array)
        || array.size() > Instance.MOST_FRONTS) {
      throw unexpected(
          "fronts",
          json.getValue("fronts"),
          "an array of at most " + Instance.MOST_FRONTS + " addresses");
    }
    return array.stream().map(InstanceJson::front).toList();
  }

  private static ProviderAddress front(Object item) {
    try {
      return ProviderAddress.parse(String.valueOf(item));
    } catch (IllegalArgumentException e) {
      throw unexpected("fronts", item, "PROTOCOL://HOST:PORT");
    }
  }

  private static List<ServiceKey> services(JsonObject json) {
    if (!(json.getValue("services") instanceof JsonArray array)) {
      throw unexpected("services", json.getValue("services"), "an array of services");
    }
    List<ServiceKey> services = new ArrayList<>();
    for (Object item : array) {
      if (!(item instanceof String service)) {
        throw unexpected("services", item, "INTERFACE[:VERSION][@GROUP]");
      }
      services.add(ServiceKey.parse(service));
    }
    return services;
  }

  private static Map<String, String> tags(JsonObject json) {
    Object value = json.getValue("tags", new JsonObject());
    if (!(value instanceof JsonObject object)) {
      throw unexpected("tags", value, "an object");
    }
    Map<String, String> tags = new LinkedHashMap<>();
    object.forEach(tag -> tags.put(tag.getKey(), String.valueOf(tag.getValue())));
    return tags;
  }

  private static String text(JsonObject json, String field) {
    if (json.getValue(field) instanceof String text) {
      return text;
    }
    throw unexpected(field, json.getValue(field), "text");
  }

  private static long number(JsonObject json, String field, Long preset, long largest) {
    Object value = json.getValue(field, preset);
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      if (number >= 0 && number <= largest) {
        return number;
      }
    }
    throw unexpected(field, value, "a whole number from 0");
  }

  private static IllegalArgumentException unexpected(String field, Object given, String expected) {
    return new IllegalArgumentException(
        field + " is '" + SafeText.of(String.valueOf(given)) + "', expected " + expected);
  }
}
