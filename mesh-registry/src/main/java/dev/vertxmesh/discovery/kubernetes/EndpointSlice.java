package dev.vertxmesh.discovery.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is kept of an EndpointSlice.
 *
 * @param service whose it is
 * @param isIpv4 whether its addresses are such
 */
record EndpointSlice(String service, boolean isIpv4, List<Endpoint> endpoints, List<Port> ports) {

  /** Objects without their characters, on a 64-bit JVM, with what is made of them. */
  private static final int BYTES = 600;

  /** The API's own bound of endpoints. */
  private static final int MOST = 1_000;

  /**
   * A pod, or whatever else is there.
   *
   * @param address the first; the others are the same by other names
   * @param isReady whether it gets calls; who doesn't say is
   * @param zone empty if nobody knows, as the next three
   * @param uid of the pod
   */
  record Endpoint(
      String address,
      boolean isReady,
      boolean isTerminating,
      String zone,
      String node,
      String pod,
      String uid) {}

  /**
   * @param name empty for none
   * @param number 0 for any
   * @param protocol what its appProtocol says; empty for nothing
   */
  record Port(String name, int number, String protocol) {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException why it can't be understood
   */
  static EndpointSlice read(ApiJson.Part object, String service) {
    String[] type = {""};
    List<Endpoint> endpoints = new ArrayList<>();
    List<Port> ports = new ArrayList<>();
    ApiJson.whole(
        object,
        (name, value) -> {
          switch (name) {
            case "addressType" -> type[0] = ApiJson.text(value);
            case "endpoints" ->
                ApiJson.array(value, one -> bounded(endpoints, "endpoints").add(endpoint(one)));
            case "ports" -> ApiJson.array(value, one -> port(one, bounded(ports, "ports")));
            default -> {}
          }
        });
    return new EndpointSlice(
        service, "IPv4".equals(type[0]), List.copyOf(endpoints), List.copyOf(ports));
  }

  private static <T> List<T> bounded(List<T> some, String what) {
    if (some.size() >= MOST) {
      throw new IllegalArgumentException("more than " + MOST + " " + what);
    }
    return some;
  }

  /** As the API has it: ready is true unless told, and serving is what ready is. */
  private static Endpoint endpoint(JsonParser at) throws IOException {
    String[] texts = {"", "", "", "", ""};
    boolean[] conditions = {true, false, true};
    ApiJson.object(
        at,
        (name, value) -> {
          switch (name) {
            case "addresses" ->
                ApiJson.array(
                    value, one -> texts[0] = texts[0].isEmpty() ? orEmpty(one) : texts[0]);
            case "zone" -> texts[1] = orEmpty(value);
            case "nodeName" -> texts[2] = orEmpty(value);
            case "targetRef" -> reference(value, texts);
            case "conditions" -> conditions(value, conditions);
            default -> {}
          }
        });
    return new Endpoint(
        texts[0],
        conditions[0] && conditions[2],
        conditions[1],
        texts[1],
        texts[2],
        texts[3],
        texts[4]);
  }

  private static void conditions(JsonParser at, boolean[] conditions) throws IOException {
    ApiJson.object(
        at,
        (name, value) -> {
          switch (name) {
            case "ready" -> conditions[0] = ApiJson.truth(value, true);
            case "terminating" -> conditions[1] = ApiJson.truth(value, false);
            case "serving" -> conditions[2] = ApiJson.truth(value, true);
            default -> {}
          }
        });
  }

  private static void reference(JsonParser at, String[] texts) throws IOException {
    ApiJson.object(
        at,
        (name, value) -> {
          switch (name) {
            case "name" -> texts[3] = orEmpty(value);
            case "uid" -> texts[4] = orEmpty(value);
            default -> {}
          }
        });
  }

  /** Those of TCP. */
  private static void port(JsonParser at, List<Port> ports) throws IOException {
    String[] texts = {"", "", ""};
    int[] number = new int[1];
    ApiJson.object(
        at,
        (name, value) -> {
          switch (name) {
            case "name" -> texts[0] = orEmpty(value);
            case "appProtocol" -> texts[1] = orEmpty(value);
            case "protocol" -> texts[2] = orEmpty(value);
            case "port" -> number[0] = ApiJson.number(value);
            default -> {}
          }
        });
    if (texts[2].isEmpty() || texts[2].equals("TCP")) {
      ports.add(new Port(texts[0], number[0], texts[1]));
    }
  }

  private static String orEmpty(JsonParser value) throws IOException {
    String text = ApiJson.text(value);
    return text == null ? "" : text;
  }

  /** About the bytes of heap that it takes, with the entries that are made of it. */
  long weight() {
    long weight = BYTES + service.length();
    for (Endpoint one : endpoints) {
      int characters =
          one.address.length()
              + one.zone.length()
              + one.node.length()
              + one.pod.length()
              + one.uid.length();
      weight += BYTES + 2L * characters;
    }
    for (Port port : ports) {
      weight += BYTES + port.name.length() + port.protocol.length();
    }
    return weight;
  }
}
