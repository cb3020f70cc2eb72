package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.Map;

/** A provider whose kind has no flag of its own. */
final class BackendOption {

  /** Kinds that have more to be told than an address, and where they're told it. */
  static final Map<String, String> OWN_FLAG =
      Map.of("dubbo", "--dubbo", "grpc", "--grpc", "tri", "--grpc");

  /** A kind and an address. */
  record Url(String kind, HostPort address) {}

  @Option(
      names = "--backend",
      paramLabel = "KIND://HOST:PORT",
      converter = Converter.class,
      description =
          "the provider that is bridged, where it speaks a protocol that a plugin has brought")
  Url url;

  static final class Converter implements OptionConverter<Url> {

    @Override
    public Url convert(String value) {
      int colon = value.indexOf("://");
      if (colon < 1) {
        throw new Expected("a provider, expected KIND://HOST:PORT");
      }
      String kind = value.substring(0, colon);
      if (OWN_FLAG.containsKey(kind)) {
        throw new Expected("one for %s, expected %s HOST:PORT".formatted(kind, OWN_FLAG.get(kind)));
      }
      try {
        return new Url(kind, HostPort.parse(value.substring(colon + "://".length())));
      } catch (IllegalArgumentException e) {
        throw new Expected(e.getMessage());
      }
    }
  }
}
