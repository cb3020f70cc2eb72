package dev.vertxmesh.provider;

import dev.vertxmesh.access.LinkTrust;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads when links are trusted. */
final class LinkTrustName implements ITypeConverter<LinkTrust> {

  @Override
  public LinkTrust convert(String value) {
    for (LinkTrust trust : LinkTrust.values()) {
      if (trust.name().toLowerCase(Locale.ROOT).equals(value)) {
        return trust;
      }
    }
    throw new TypeConversionException("tls, always or never");
  }
}
