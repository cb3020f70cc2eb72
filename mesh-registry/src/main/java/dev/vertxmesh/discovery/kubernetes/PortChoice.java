package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.kind.SafeText;
import dev.vertxmesh.discovery.kubernetes.EndpointSlice.Port;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which port of a pod is called, and what it speaks: by its appProtocol or by its name, which may
 * go on behind a hyphen, such as {@code dubbo-main}; or as the registry's URL says.
 *
 * @param port a name or a number; empty for the best
 * @param protocol what it speaks; empty for what the port tells
 */
record PortChoice(String port, String protocol) {

  /** A pod is called once: through its agent, else by Dubbo, which takes every method. */
  private static final List<Protocol> BEST =
      List.of(Protocol.MESH, Protocol.DUBBO, new Protocol("grpc"));

  private static final Map<String, Protocol> KNOWN =
      Map.of(
          "link",
          Protocol.MESH,
          "mesh",
          Protocol.MESH,
          "dubbo",
          Protocol.DUBBO,
          "tri",
          new Protocol("grpc"),
          "triple",
          new Protocol("grpc"),
          "grpc",
          new Protocol("grpc"));

  private static final String NEEDED =
      "expected one that is called link, dubbo, tri or grpc, or has such an appProtocol; or the"
          + " registry's options port= and protocol=";

  /** What is called. */
  record Chosen(int number, Protocol protocol) {}

  /** What a word for a protocol means: ours, or that of a plugin. */
  static Protocol protocol(String word) {
    return KNOWN.containsKey(word) ? KNOWN.get(word) : new Protocol(word);
  }

  /**
   * @throws IllegalArgumentException why none of them can be called
   */
  Chosen of(List<Port> ports) {
    Chosen chosen = port.isEmpty() ? best(ports) : named(ports);
    if (chosen.number < 1) {
      throw new IllegalArgumentException("a port without a number, expected 1 to 65535");
    }
    return chosen;
  }

  private Chosen named(List<Port> ports) {
    Port found =
        ports.stream()
            .filter(one -> one.name().equals(port) || port.equals("" + one.number()))
            .findFirst()
            .orElseThrow(() -> wrong(ports, "no port " + port));
    return new Chosen(
        found.number(),
        wanted()
            .or(() -> spoken(found))
            .orElseThrow(() -> wrong(ports, "nobody knows what port " + port + " speaks")));
  }

  private Chosen best(List<Port> ports) {
    for (Protocol one : wanted().map(List::of).orElse(BEST)) {
      for (Port candidate : ports) {
        if (spoken(candidate).equals(Optional.of(one))) {
          return new Chosen(candidate.number(), one);
        }
      }
    }
    if (wanted().isPresent() && ports.size() == 1) {
      return new Chosen(ports.get(0).number(), wanted().get());
    }
    throw wrong(ports, "no port that is known to be called");
  }

  private Optional<Protocol> wanted() {
    return protocol.isEmpty() ? Optional.empty() : Optional.of(protocol(protocol));
  }

  private static Optional<Protocol> spoken(Port port) {
    String told = port.protocol().toLowerCase(Locale.ROOT);
    if (KNOWN.containsKey(told)) {
      return Optional.of(KNOWN.get(told));
    }
    String name = port.name().startsWith("grpc-web") ? "" : port.name();
    return Optional.ofNullable(KNOWN.get(name.split("-", 2)[0]));
  }

  private static IllegalArgumentException wrong(List<Port> ports, String what) {
    String given =
        ports.stream()
            .limit(10)
            .map(one -> one.number() + (one.name().isEmpty() ? "" : " (" + one.name() + ")"))
            .collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "%s among %s; %s"
            .formatted(what, given.isEmpty() ? "none of TCP" : SafeText.of(given), NEEDED));
  }
}
