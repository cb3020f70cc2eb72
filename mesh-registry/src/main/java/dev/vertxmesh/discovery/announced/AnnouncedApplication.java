package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.MeshApplication;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A port of an agent as Dubbo's application level has it, in the words of Dubbo 3.3.6.
 *
 * @param instance with all services that are taken there
 * @param revision stands for the address and the services: no two agents have the same
 * @param metadata JSON of what the revision serves
 * @param interfaces of the services
 */
public record AnnouncedApplication(
    Instance instance, String revision, String metadata, Set<String> interfaces) {

  private static final int LONGEST_NAME = 180;

  /** In hexadecimal digits. */
  private static final int DIGEST_LENGTH = 8;

  private static final Pattern UNWRITABLE = Pattern.compile("[^A-Za-z0-9._-]");

  /** A node of ZooKeeper has a mebibyte at most, and who tries more is cut off. */
  static final int LARGEST_METADATA = 900_000;

  /** Of an instance and not of what it serves. */
  private static final List<String> NOT_OF_SERVICES = List.of("category", "timestamp");

  public AnnouncedApplication {
    interfaces = Set.copyOf(interfaces);
  }

  /**
   * The tags of an entry that an agent announces at another agent's address: it's an application of
   * this service alone.
   *
   * @param agent which it is, in letters, digits and {@code ._:-}
   */
  public static Map<String, String> tags(ServiceKey service, String agent) {
    return Map.of(MeshApplication.TAG, name(service), RegisteredUrl.AGENT_TAG, agent);
  }

  /**
   * What the mesh is known as where only one service is its: such as {@code
   * vertx-mesh.com.x.Users-1.0-blue}. Where another service could come to the same, a digest of the
   * service is behind it.
   */
  static String name(ServiceKey service) {
    List<String> parts = new ArrayList<>(List.of(service.interfaceName()));
    Stream.of(service.version(), service.group()).filter(p -> !p.isEmpty()).forEach(parts::add);
    String name = MeshApplication.part(String.join("-", parts));
    String written = UNWRITABLE.matcher(name).replaceAll("_");
    boolean versionMissing = service.version().isEmpty() && !service.group().isEmpty();
    boolean ambiguous = versionMissing || parts.stream().anyMatch(part -> part.contains("-"));
    if (!ambiguous && written.equals(name) && name.length() <= LONGEST_NAME) {
      return name;
    }
    String digest = md5(service.toString()).substring(0, DIGEST_LENGTH);
    int kept = Math.min(written.length(), LONGEST_NAME - 1 - DIGEST_LENGTH);
    return written.substring(0, kept) + "-" + digest;
  }

  /** What Dubbo's consumers know it as. */
  public String name() {
    return MeshApplication.of(instance);
  }

  /**
   * @throws IllegalArgumentException if it's too large
   */
  public static AnnouncedApplication of(Instance instance) {
    JsonObject services = new JsonObject();
    Set<String> interfaces = new TreeSet<>();
    instance.services().stream()
        .sorted(Comparator.comparing(ServiceKey::toString))
        .forEach(
            service -> {
              RegisteredUrl url = RegisteredUrl.of(instance.serving(List.of(service)));
              services.put(key(url), service(url));
              interfaces.add(service.interfaceName());
            });
    String revision = md5(instance.address() + services.encode());
    String metadata =
        new JsonObject()
            .put("app", MeshApplication.of(instance))
            .put("revision", revision)
            .put("services", services)
            .encode();
    int bytes = metadata.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > LARGEST_METADATA) {
      throw new IllegalArgumentException(
          "what %d services are takes %d bytes at Dubbo's application level, expected at most %d"
              .formatted(services.size(), bytes, LARGEST_METADATA));
    }
    return new AnnouncedApplication(instance, revision, metadata, interfaces);
  }

  /** {@code [GROUP/]INTERFACE[:VERSION]:PROTOCOL} */
  private static String key(RegisteredUrl url) {
    ServiceKey service = url.service();
    return (service.group().isEmpty() ? "" : service.group() + "/")
        + service.interfaceName()
        + (service.version().isEmpty() ? "" : ":" + service.version())
        + ":"
        + url.protocol();
  }

  private static JsonObject service(RegisteredUrl url) {
    JsonObject parameters = new JsonObject();
    url.parameters().entrySet().stream()
        .filter(one -> !NOT_OF_SERVICES.contains(one.getKey()))
        .forEach(one -> parameters.put(one.getKey(), one.getValue()));
    JsonObject json = new JsonObject();
    ServiceKey service = url.service();
    if (!service.group().isEmpty()) {
      json.put("group", service.group());
    }
    json.put("name", service.interfaceName())
        .put("params", parameters)
        .put("path", service.interfaceName())
        .put("port", url.address().port())
        .put("protocol", url.protocol());
    if (!service.version().isEmpty()) {
      json.put("version", service.version());
    }
    return json;
  }

  /** As Dubbo makes its own. */
  private static String md5(String text) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      return HexFormat.of().formatHex(md5.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) { // every JDK has it
      throw new IllegalStateException(e);
    }
  }

  /** What the instance says of itself. */
  public JsonObject instanceMetadata() {
    JsonObject endpoint =
        new JsonObject()
            .put("port", instance.port())
            .put("protocol", RegisteredUrl.protocol(instance));
    return new JsonObject()
        .put("dubbo.endpoints", new JsonArray().add(endpoint).encode())
        .put("dubbo.metadata.revision", revision)
        .put("dubbo.metadata.storage-type", "remote")
        .put("meta-v", "1.0.0")
        .put("timestamp", Long.toString(instance.startedAtMillis()));
  }

  /** The same as Curator's discovery has it, which Dubbo's consumers read it with. */
  public JsonObject ofCurator() {
    String id = instance.address().toString();
    JsonObject payload =
        new JsonObject()
            .put("@class", "org.apache.dubbo.registry.zookeeper.ZookeeperInstance")
            .put("id", id)
            .put("name", name())
            .put("metadata", instanceMetadata());
    return new JsonObject()
        .put("name", name())
        .put("id", id)
        .put("address", instance.host())
        .put("port", instance.port())
        .putNull("sslPort")
        .put("payload", payload)
        .put("registrationTimeUTC", instance.startedAtMillis())
        .put("serviceType", "DYNAMIC")
        .putNull("uriSpec");
  }
}
