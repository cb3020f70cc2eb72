package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.balance.RouteView;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A call that isn't made, but of which somebody wants to know where it would go. Its headers are
 * those that a call over HTTP has.
 */
public final class AskedRoute implements RouteRequest {

  private static final String ATTACHMENT = "x-mesh-attachment-";

  private final ServiceKey service;
  private final String method;
  private final String host;
  private final List<String> arguments;
  private final Map<String, String> attachments = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final RouteConsumer consumer;

  /**
   * @param tagHeader what says the tag; null for none
   * @throws IllegalArgumentException saying what was expected
   */
  AskedRoute(MultiMap asked, String tagHeader, RouteConsumer consumer) {
    if (asked.get("service") == null) {
      throw new IllegalArgumentException(
          "service is missing, expected /route?service=INTERFACE[:VERSION][@GROUP]&method=NAME, and"
              + " header=NAME:VALUE, argument=VALUE and host=ADDRESS as they matter");
    }
    this.service = ServiceKey.parse(asked.get("service"));
    this.method = asked.contains("method") ? asked.get("method") : "";
    this.host = asked.get("host");
    this.arguments = asked.getAll("argument");
    this.consumer = consumer;
    asked.getAll("header").forEach(header -> add(header, tagHeader));
  }

  private void add(String header, String tagHeader) {
    int colon = header.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("header is '" + header + "', expected NAME:VALUE");
    }
    String name = header.substring(0, colon).trim().toLowerCase(Locale.ROOT);
    String value = header.substring(colon + 1).trim();
    if (name.equalsIgnoreCase(tagHeader)) {
      attachments.put(TAG, value);
    } else {
      attachments.put(
          name.startsWith(ATTACHMENT) ? name.substring(ATTACHMENT.length()) : name, value);
    }
  }

  ServiceKey service() {
    return service;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String parameter(String name) {
    return switch (name) {
      case "host" -> consumer.hostOf(host);
      case "application" -> attachments.getOrDefault("remote.application", consumer.application());
      case "interface" -> service.interfaceName();
      case "group" -> service.group();
      case "version" -> service.version();
      case "side" -> "consumer";
      default -> consumer.parameters().get(name);
    };
  }

  @Override
  public String attachment(String name) {
    return attachments.get(name);
  }

  @Override
  public String argument(int index) {
    return index < arguments.size() ? arguments.get(index) : null;
  }

  /**
   * What rules make of it.
   *
   * @param view null if nobody knows the service
   * @throws IllegalArgumentException then
   */
  JsonObject told(RouteView view) {
    if (view == null) {
      throw new IllegalArgumentException("no service " + service + " is known");
    }
    JsonArray rules = new JsonArray();
    JsonArray left = new JsonArray(view.candidates());
    for (var step : view.steps()) {
      left = new JsonArray(step.left());
      rules.add(
          new JsonObject().put("rule", step.rule()).put("what", step.what()).put("left", left));
    }
    JsonObject json =
        new JsonObject()
            .put("service", service.toString())
            .put("method", method)
            .put("candidates", new JsonArray(view.candidates()))
            .put("rules", rules)
            .put("left", left);
    return view.timeoutMillis() == 0 ? json : json.put("timeoutMillis", view.timeoutMillis());
  }
}
