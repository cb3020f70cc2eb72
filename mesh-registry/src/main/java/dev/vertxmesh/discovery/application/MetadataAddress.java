package dev.vertxmesh.discovery.application;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.kind.SafeText;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Where an instance is asked what it serves.
 *
 * @param protocol {@code dubbo} or {@code tri}
 * @param service by Dubbo's protocol {@code org.apache.dubbo.metadata.MetadataService}, by Triple
 *     its second version, whose messages are protobuf's
 */
public record MetadataAddress(String protocol, HostPort address, ServiceKey service) {

  static final String SERVICE = "org.apache.dubbo.metadata.MetadataService";
  static final String SECOND = "org.apache.dubbo.metadata.MetadataServiceV2";

  private static final String PARAMS = "dubbo.metadata-service.url-params";
  private static final String URLS = "dubbo.metadata-service.urls";
  private static final String VERSION = "1.0.0";
  private static final String SECOND_VERSION = "2.0.0";
  private static final String DUBBO = "dubbo";
  private static final String TRIPLE = "tri";

  /**
   * @throws IllegalArgumentException saying why it can't be asked
   */
  public static MetadataAddress of(ApplicationInstance instance) {
    String urls = instance.metadata().get(URLS);
    String params = instance.metadata().get(PARAMS);
    try {
      if (urls != null) {
        return ofUrls(urls);
      }
      return ofParams(instance, params == null ? new JsonObject() : new JsonObject(params));
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException(
          "%s is '%s', expected JSON"
              .formatted(urls == null ? PARAMS : URLS, SafeText.of(urls == null ? params : urls)),
          e);
    }
  }

  /**
   * As Spring Cloud Alibaba has it: whole URLs, of which the first by Dubbo's protocol is taken.
   */
  private static MetadataAddress ofUrls(String text) {
    String problem = "there's none";
    for (Object one : new JsonArray(text)) {
      RegisteredUrl url = RegisteredUrl.parse(String.valueOf(one));
      boolean known = url.service().interfaceName().equals(SERVICE);
      if (known && url.protocol().equals(DUBBO)) {
        return new MetadataAddress(DUBBO, url.address(), url.service());
      }
      problem = url.protocol() + "://…/" + SafeText.of(url.service().interfaceName());
    }
    throw new IllegalArgumentException(URLS + ": " + problem + ", expected dubbo://…/" + SERVICE);
  }

  private static MetadataAddress ofParams(ApplicationInstance instance, JsonObject params) {
    Map<String, String> said = ApplicationInstance.strings(params);
    String protocol = said.getOrDefault("protocol", DUBBO);
    if (params.getValue(DUBBO) instanceof JsonObject nested) { // as 2.7 has it: by protocol
      said = ApplicationInstance.strings(nested);
      protocol = DUBBO;
    }
    HostPort address =
        ApplicationInstance.address(instance.address().host(), port(instance, said, protocol));
    if (protocol.equals(DUBBO)) {
      String version = said.getOrDefault("version", VERSION);
      return new MetadataAddress(
          DUBBO, address, new ServiceKey(SERVICE, instance.application(), version));
    }
    if (protocol.equals(TRIPLE)) {
      return new MetadataAddress(
          TRIPLE, address, new ServiceKey(SECOND, instance.application(), SECOND_VERSION));
    }
    throw new IllegalArgumentException(
        "its metadata is to be asked by " + SafeText.of(protocol) + "://, expected dubbo or tri");
  }

  /** That of the metadata may be another than the service's. */
  private static Integer port(
      ApplicationInstance instance, Map<String, String> said, String protocol) {
    String port = said.getOrDefault("port", "");
    if (port.matches("[1-9]\\d{0,4}")) {
      return Integer.valueOf(port);
    }
    Integer ofProtocol = instance.port(protocol);
    return ofProtocol == null ? Integer.valueOf(instance.address().port()) : ofProtocol;
  }
}
