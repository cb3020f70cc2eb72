package dev.vertxmesh.provider;

import dev.vertxmesh.access.LinkTrust;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.Locale;

/** Reads when links are trusted. */
final class LinkTrustName implements OptionConverter<LinkTrust> {

  @Override
  public LinkTrust convert(String value) {
    for (LinkTrust trust : LinkTrust.values()) {
      if (trust.name().toLowerCase(Locale.ROOT).equals(value)) {
        return trust;
      }
    }
    throw new Expected("tls, always or never");
  }
}
