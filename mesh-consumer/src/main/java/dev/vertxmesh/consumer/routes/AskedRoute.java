package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.access.outside.AttachmentFilter;
import dev.vertxmesh.balance.RouteView;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.ingress.http.HeaderWords;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.netty.util.NetUtil;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * A call that isn't made, but of which somebody wants to know where it would go. Its headers are
 * those of a call over HTTP, and become what they become of one.
 */
public final class AskedRoute implements RouteRequest {

  private static final Set<String> SINGLE = Set.of("service", "method", "host");
  private static final Set<String> REPEATED = Set.of("header", "argument");

  private final ServiceKey service;
  private final String method;
  private final String host;
  private final List<String> arguments;
  private final HeaderWords headers;
  private final Map<String, String> attachments = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final RouteConsumer consumer;
  private final String refusal;

  /**
   * @throws IllegalArgumentException saying what was expected; as the call would be refused, if
   *     it's for a header
   */
  AskedRoute(MultiMap asked, CallerWords words, RouteConsumer consumer) {
    check(asked);
    this.method = asked.contains("method") ? asked.get("method") : "";
    this.host = asked.contains("host") ? host(asked.get("host")) : null;
    this.arguments = asked.getAll("argument");
    this.consumer = consumer;
    MultiMap said = MultiMap.caseInsensitiveMultiMap();
    asked.getAll("header").forEach(header -> add(said, header));
    this.headers = HeaderWords.of(said, words.tagHeader(), words.affinityHeader());
    this.attachments.putAll(headers.attachments());
    String tag = said.get(words.tagHeader());
    if (TagHeader.isTag(tag)) {
      attachments.put(TAG, tag);
    }
    this.service = service(ServiceKey.parse(asked.get("service")));
    this.refusal = refusal(words);
  }

  private static void check(MultiMap asked) {
    for (String name : asked.names()) {
      if (!SINGLE.contains(name) && !REPEATED.contains(name)) {
        throw new IllegalArgumentException(
            "nobody reads '" + name + "', expected service, method, header, argument or host");
      } else if (!REPEATED.contains(name) && asked.getAll(name).size() > 1) {
        throw new IllegalArgumentException(name + " is there more than once");
      }
    }
    if (asked.get("service") == null) {
      throw new IllegalArgumentException(
          "service is missing, expected /route?service=INTERFACE[:VERSION][@GROUP]&method=NAME, and"
              + " header=NAME:VALUE, argument=VALUE and host=ADDRESS as they matter");
    }
  }

  /** As connections tell it. */
  private static String host(String text) {
    byte[] address = NetUtil.createByteArrayFromIpAddressString(text);
    if (address == null) {
      throw new IllegalArgumentException(
          "host is '" + text + "', expected the caller's IP address, such as 10.0.0.7");
    }
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes are an address", e);
    }
  }

  private static void add(MultiMap said, String header) {
    int colon = header.indexOf(':');
    String name = colon < 0 ? "" : header.substring(0, colon).trim();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("header is '" + header + "', expected NAME:VALUE");
    }
    said.add(name.toLowerCase(Locale.ROOT), header.substring(colon + 1).trim());
  }

  /** Headers say group and version of a call over HTTP. */
  private ServiceKey service(ServiceKey named) {
    return new ServiceKey(
        named.interfaceName(),
        headers.group().isEmpty() ? named.group() : headers.group(),
        headers.version().isEmpty() ? named.version() : headers.version());
  }

  /** Null if it would be made: whom rules of access let set more isn't asked here. */
  private String refusal(CallerWords words) {
    return attachments.entrySet().stream()
        .filter(one -> !words.guarded().get().contains(one.getKey()))
        .map(one -> AttachmentFilter.refusal(words.allowed(), one.getKey(), one.getValue()))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
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
   * What rules make of it. Nobody is left for a call that would be refused.
   *
   * @param view null if nobody knows the service
   * @throws NoSuchElementException then
   */
  JsonObject told(RouteView view) {
    if (view == null) {
      throw new NoSuchElementException(
          "no service "
              + service
              + " is known; where registries follow only what is called, call it first, or name it"
              + " with --subscribe");
    }
    JsonArray rules = new JsonArray();
    JsonArray left = new JsonArray(view.candidates());
    for (var step : view.steps()) {
      left = new JsonArray(step.left());
      rules.add(
          new JsonObject().put("rule", step.rule()).put("what", step.what()).put("left", left));
    }
    JsonObject json = new JsonObject().put("service", service.toString()).put("method", method);
    if (refusal != null) {
      json.put("refused", refusal);
    }
    if (!headers.unread().isEmpty()) {
      json.put("unread", new JsonArray(headers.unread()));
    }
    json.put("candidates", new JsonArray(view.candidates()))
        .put("rules", rules)
        .put("left", refusal == null ? left : new JsonArray());
    return view.timeoutMillis() == 0 ? json : json.put("timeoutMillis", view.timeoutMillis());
  }
}
