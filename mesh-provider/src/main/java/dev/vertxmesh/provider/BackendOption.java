package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A provider whose kind has no flag of its own. A field because picocli sets it. */
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

  static final class Converter implements ITypeConverter<Url> {

    @Override
    public Url convert(String value) {
      int colon = value.indexOf("://");
      if (colon < 1) {
        throw new TypeConversionException("a provider, expected KIND://HOST:PORT");
      }
      String kind = value.substring(0, colon);
      if (OWN_FLAG.containsKey(kind)) {
        throw new TypeConversionException(
            "one for %s, expected %s HOST:PORT".formatted(kind, OWN_FLAG.get(kind)));
      }
      try {
        return new Url(kind, HostPort.parse(value.substring(colon + "://".length())));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
